import CLibUV
import RefreshLoop

/// Who is told what a descriptor is ready for.
protocol SocketPollHandler: AnyObject {
  /// - Parameter events: libuv's flags.
  func ready(_ events: Int32)
  /// The descriptor is in error and watched no more.
  func broke()
}

/// Watches a descriptor on the loop; it does not own it.
final class SocketPoll {
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private unowned let handler: any SocketPollHandler
  private var watched: Int32 = 0

  init?(_ descriptor: Int32, on loop: EventLoop, for handler: any SocketPollHandler) {
    self.handler = handler
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    guard uv_poll_init(loop.raw, handle, descriptor) == 0 else {
      handle.deallocate()
      return nil
    }
    self.handle = handle
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { close() }

  /// Watches for these events from now on, and for no others; 0 for none.
  func watch(_ events: Int32) {
    guard let handle, events != watched else { return }
    watched = events
    if events == 0 {
      uv_poll_stop(handle)
    } else {
      uv_poll_start(handle, events, pollReady)
    }
  }

  /// Lets go of the descriptor.
  func close() {
    guard let handle else { return }
    self.handle = nil
    uv_poll_stop(handle)
    handle.pointee.data = nil
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), pollClosed)
  }

  fileprivate func fire(_ status: Int32, _ events: Int32) {
    withExtendedLifetime(handler) {
      if status < 0 {
        watched = 0
        handler.broke()
      } else {
        handler.ready(events & (watched | Int32(UV_DISCONNECT.rawValue)))
      }
    }
  }
}

private func pollReady(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: Int32, _ events: Int32) {
  guard let data = handle?.pointee.data else { return }
  Unmanaged<SocketPoll>.fromOpaque(data).takeUnretainedValue().fire(status, events)
}

private func pollClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle?.deallocate()
}
