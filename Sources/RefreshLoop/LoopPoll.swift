import CLibUV

/// Tells when a descriptor can be read or written; it does not own the descriptor.
public final class LoopPoll {
  /// What a descriptor is ready for.
  public struct Events: OptionSet, Sendable {
    /// libuv's flags.
    public let rawValue: Int32
    /// Events by libuv's flags.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// There is something to read, or the other end has closed.
    public static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
    /// There is room for something to write.
    public static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
    /// It is in error; it is watched no more.
    public static let broken = Events(rawValue: 1 << 30)
  }

  private let handle: UnsafeMutablePointer<uv_poll_t>
  private let ready: (Events) -> Void

  /// Watches for nothing yet.
  /// - Throws: ``LoopError`` if the system cannot watch such a descriptor.
  public init(_ descriptor: Int32, on loop: EventLoop, _ ready: @escaping (Events) -> Void) throws(LoopError)
  {
    loop.preconditionInLoop()
    self.ready = ready
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let code = uv_poll_init(loop.raw, handle, descriptor)
    if code < 0 { handle.deallocate() }
    try LoopError.check(code, "watch a descriptor")
    self.handle = handle
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// The descriptor must still be open, and may be closed right after.
  deinit {
    let handle = UnsafeMutableRawPointer(self.handle).assumingMemoryBound(to: uv_handle_t.self)
    // Closed already if the loop was closed before.
    if uv_is_closing(handle) == 0 { uv_close(handle, pollClosed) } else { handle.deallocate() }
  }

  /// Watches for these events from now on, and for no others.
  public func watch(_ events: Events) {
    if events.isEmpty {
      uv_poll_stop(handle)
    } else {
      uv_poll_start(handle, events.rawValue, pollReady)
    }
  }

  fileprivate func fire(_ events: Events) { ready(events) }
}

private func pollReady(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: Int32, _ events: Int32) {
  let poll = Unmanaged<LoopPoll>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
  poll.fire(status < 0 ? .broken : LoopPoll.Events(rawValue: events))
}

private func pollClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle!.deallocate()
}
