import CLibUV
import CLibWebSockets
import RefreshLoop
import Synchronization

typealias LwsCallback =
  @convention(c) (
    OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
  ) -> Int32

/// libwebsockets on our loop: one context with one virtual host and one protocol.
///
/// It is never destroyed: libwebsockets 4.1 closes the descriptor of its wake-up twice when it is, and in a
/// process with threads the second time may hit a descriptor that somebody else has just been given.
final class LwsContext {
  /// Making a context loads a plug-in and sets up TLS, neither of which is safe in two threads at once.
  private static let making = Mutex(())

  let loop: EventLoop
  let raw: OpaquePointer
  let vhost: OpaquePointer

  /// - Parameter user: what ``owner(of:)`` gives back in a callback.
  init(
    on loop: EventLoop, name: StaticString, serving: Bool, receiveBuffer: Int, callback: LwsCallback,
    user: UnsafeMutableRawPointer?
  ) throws(SocketError) {
    self.loop = loop
    LwsLog.start()
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    protocols[0].callback = callback
    protocols[0].per_session_data_size = 8
    protocols[0].rx_buffer_size = receiveBuffer
    // Without it a write is cut to the size of the receive buffer and the rest copied.
    protocols[0].tx_packet_size = 1 << 20
    // Liveness is ours to watch, in milliseconds and without a sorted list of all connections.
    let retry = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
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
    self.vhost = vhost
  }

  /// What was given as `user`.
  static func owner(of wsi: OpaquePointer) -> UnsafeMutableRawPointer? {
    lws_context_user(lws_get_context(wsi))
  }

  /// Lets libwebsockets look at its timers soon, also if no socket has anything to say.
  func wake() {
    lws_cancel_service(raw)
  }
}
