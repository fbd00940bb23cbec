import CCurl
import RefreshLoop

/// libcurl on our loop: it names the sockets and the time that it waits for, and is called when they are there.
final class CurlMulti {
  private let loop: EventLoop
  private let raw: UnsafeMutableRawPointer
  private var polls: [Int32: LoopPoll] = [:]
  private let timer: LoopTimer
  /// Told of each request that has come to an end, outside of libcurl; it may be removed then.
  var ended: (CURLcode) -> Void = { _ in }

  /// - Throws: ``CurlFault`` without memory or descriptors.
  init(on loop: EventLoop) throws(CurlFault) {
    guard CurlLibrary.isReady, let raw = curl_multi_init() else { throw CurlFault(CURLE_OUT_OF_MEMORY) }
    self.loop = loop
    self.raw = raw
    timer = LoopTimer(on: loop)
    let me = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_multi_on_socket(raw, socketWanted, me)
    _ = ccurl_multi_on_timer(raw, timeWanted, me)
    timer.job = { [unowned self] in act(ccurl_socket_timeout, 0) }
  }

  deinit {
    // Before libcurl closes what they watch.
    polls = [:]
    _ = ccurl_multi_on_socket(raw, nil, nil)
    _ = ccurl_multi_on_timer(raw, nil, nil)
    curl_multi_cleanup(raw)
  }

  /// Begins a request.
  func add(_ easy: CurlEasy) throws(CurlFault) {
    guard curl_multi_add_handle(raw, easy.raw) == CURLM_OK else { throw CurlFault(CURLE_FAILED_INIT) }
  }

  /// Ends a request, and closes its connection; not from inside one of its callbacks.
  func remove(_ easy: CurlEasy) {
    curl_multi_remove_handle(raw, easy.raw)
  }

  fileprivate func watch(_ socket: Int32, _ what: Int32) {
    guard what != CURL_POLL_REMOVE else { return polls[socket] = nil }
    if polls[socket] == nil {
      // Without it the request ends by its timeout.
      polls[socket] = try? LoopPoll(socket, on: loop) { [unowned self] in ready(socket, $0) }
    }
    var events: LoopPoll.Events = []
    if what & CURL_POLL_IN != 0 { events.insert(.readable) }
    if what & CURL_POLL_OUT != 0 { events.insert(.writable) }
    polls[socket]?.watch(events)
  }

  fileprivate func wait(_ milliseconds: Int) {
    if milliseconds < 0 { timer.stop() } else { timer.start(after: milliseconds) }
  }

  private func ready(_ socket: Int32, _ events: LoopPoll.Events) {
    var mask: Int32 = 0
    if events.contains(.readable) { mask |= CURL_CSELECT_IN }
    if events.contains(.writable) { mask |= CURL_CSELECT_OUT }
    if events.contains(.broken) { mask |= CURL_CSELECT_ERR }
    act(socket, mask)
  }

  private func act(_ socket: Int32, _ mask: Int32) {
    withExtendedLifetime(self) {
      var running: Int32 = 0
      curl_multi_socket_action(raw, socket, mask, &running)
      var results: [CURLcode] = []
      var left: Int32 = 0
      while let message = curl_multi_info_read(raw, &left) {
        if message.pointee.msg == CURLMSG_DONE { results.append(ccurl_message_result(message)) }
      }
      for result in results { ended(result) }
    }
  }
}

private func socketWanted(
  _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32,
  _ context: UnsafeMutableRawPointer?,
  _ own: UnsafeMutableRawPointer?
) -> Int32 {
  Unmanaged<CurlMulti>.fromOpaque(context!).takeUnretainedValue().watch(socket, what)
  return 0
}

private func timeWanted(
  _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  Unmanaged<CurlMulti>.fromOpaque(context!).takeUnretainedValue().wait(milliseconds)
  return 0
}
