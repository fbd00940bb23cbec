import CLibUV
import CLibWebSockets
import Glibc
import RefreshLoop
import Synchronization

typealias LwsCallback =
  @convention(c) (
    OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
  ) -> Int32

/// libwebsockets on our loop: one context with one virtual host and one protocol.
final class LwsContext {
  /// Bytes that `lws_write` needs free in front of what it is given.
  static let headroom = Int(lws_shim_pre())
  /// Making a context loads a plug-in and sets up TLS, neither of which is safe in two threads at once.
  private static let making = Mutex(())

  let loop: EventLoop
  let raw: OpaquePointer
  let vhost: OpaquePointer
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let retry: UnsafeMutablePointer<lws_retry_bo_t>
  /// libwebsockets' own wake-up descriptors.
  private let wakeUps: Set<Int32>
  private var isClosed = false

  /// - Parameter user: what ``owner(of:)`` gives back in a callback.
  init(
    on loop: EventLoop, name: StaticString, serving: Bool, receiveBuffer: Int, callback: LwsCallback,
    user: UnsafeMutableRawPointer?
  ) throws(SocketError) {
    self.loop = loop
    LwsLog.start()
    protocols = .allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    protocols[0].callback = callback
    protocols[0].per_session_data_size = 8
    protocols[0].rx_buffer_size = receiveBuffer
    // Without it a write is cut to the size of the receive buffer and the rest copied.
    protocols[0].tx_packet_size = 1 << 20
    // Liveness is ours to watch, in milliseconds and without a sorted list of all connections.
    retry = .allocate(capacity: 1)
    retry.initialize(to: lws_retry_bo_t())

    var loops: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(loop.raw)
    var info = lws_context_creation_info()
    info.port = serving ? lws_shim_no_listen_server() : lws_shim_no_listen()
    info.protocols = UnsafePointer(protocols)
    info.gid = -1
    info.uid = -1
    info.user = user
    info.retry_and_idle_policy = UnsafePointer(retry)
    info.options = lws_shim_option_libuv() | lws_shim_option_no_name()
    if !serving { info.options |= lws_shim_option_tls() }
    let watched = watchedDescriptors(loop)
    let made = withUnsafeMutablePointer(to: &loops) { loops in
      info.foreign_loops = loops
      return withUnsafeMutablePointer(to: &info) { info in
        nonisolated(unsafe) let info = info
        return OpaquePointer(
          bitPattern: Self.making.withLock { _ in UInt(bitPattern: lws_create_context(info)) })
      }
    }
    guard let raw = made, let vhost = lws_get_vhost_by_name(raw, "default") else {
      throw SocketError(
        .failed,
        "libwebsockets could not start; is the package libwebsockets-evlib-uv installed, and is memory free?")
    }
    self.raw = raw
    wakeUps = watchedDescriptors(loop).subtracting(watched)
    self.vhost = vhost
  }

  /// What was given as `user`.
  static func owner(of wsi: OpaquePointer) -> UnsafeMutableRawPointer? {
    lws_context_user(lws_get_context(wsi))
  }

  /// Lets libwebsockets look at its timers soon, also if no socket has anything to say.
  func wake() {
    if !isClosed { lws_cancel_service(raw) }
  }

  /// Ends all connections and gives everything back, within the loop's next turns or when it is closed.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    // Not from inside one of libwebsockets' callbacks.
    nonisolated(unsafe) let context = self
    loop.afterTurns(1) { context.destroy() }
  }

  private func destroy() {
    lws_context_destroy(raw)
    // libwebsockets 4.1 closes its wake-up now and, a turn later, once more: by then another thread may have been
    // given that number. So the number is taken again, for the second close to find something of ours.
    for number in wakeUps {
      let taken = fcntl(uv_backend_fd(loop.raw), F_DUPFD_CLOEXEC, number)
      if taken >= 0, taken != number { Glibc.close(taken) }
    }
    // libuv closes handles at a turn's end, and libwebsockets closes its own after those of its connections.
    nonisolated(unsafe) let context = self
    loop.afterTurns(6) {
      lws_context_destroy(context.raw)
      context.protocols.deallocate()
      context.retry.deallocate()
    }
  }
}

/// The descriptors that the loop polls by handles of their own.
private func watchedDescriptors(_ loop: EventLoop) -> Set<Int32> {
  var found: Set<Int32> = []
  withUnsafeMutablePointer(to: &found) { uv_walk(loop.raw, noteDescriptor, $0) }
  return found
}

private func noteDescriptor(
  _ handle: UnsafeMutablePointer<uv_handle_t>?, _ argument: UnsafeMutableRawPointer?
) {
  guard uv_handle_get_type(handle) == UV_POLL else { return }
  var descriptor: uv_os_fd_t = -1
  if uv_fileno(handle, &descriptor) == 0 {
    argument!.assumingMemoryBound(to: Set<Int32>.self).pointee.insert(descriptor)
  }
}
