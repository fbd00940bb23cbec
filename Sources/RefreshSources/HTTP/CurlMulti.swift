import CCurl
import RefreshLoop
import Synchronization

/// libcurl on our loop: it names the sockets and the time that it waits for, and is called when they are there.
///
/// A loop has one for all of its requests: it keeps the certificates that it has read from a file.
final class CurlMulti: @unchecked Sendable {
  /// By their loops, each confined to its loop's thread.
  private static let all = Mutex<[ObjectIdentifier: CurlMulti]>([:])

  private let loop: EventLoop
  private let raw: UnsafeMutableRawPointer
  private var polls: [Int32: LoopPoll] = [:]
  private let timer: LoopTimer
  /// Who is told of a request's end.
  private var tells: [UnsafeMutableRawPointer: (CURLcode) -> Void] = [:]
  /// Whether libcurl is at work, and takes no request.
  private var isActing = false
  /// Requests that begin when it is not.
  private var waiting: [CurlEasy] = []

  /// The one of a loop, there until that closes.
  /// - Throws: ``CurlFault`` without memory or descriptors.
  static func shared(on loop: EventLoop) throws(CurlFault) -> CurlMulti {
    let key = ObjectIdentifier(loop)
    if let there = all.withLock({ $0[key] }) { return there }
    let new = try CurlMulti(on: loop)
    all.withLock { $0[key] = new }
    loop.whenClosing(new) { _ = all.withLock { $0.removeValue(forKey: key) } }
    return new
  }

  private init(on loop: EventLoop) throws(CurlFault) {
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
  /// - Parameter ended: told of its end, outside of libcurl; it may be removed then.
  func add(_ easy: CurlEasy, ended: @escaping (CURLcode) -> Void) throws(CurlFault) {
    tells[easy.raw] = ended
    // What another one's progress has led to.
    if isActing { return waiting.append(easy) }
    guard curl_multi_add_handle(raw, easy.raw) == CURLM_OK else {
      tells[easy.raw] = nil
      throw CurlFault(CURLE_FAILED_INIT)
    }
  }

  /// Ends a request, and closes its connection; not from inside libcurl.
  func remove(_ easy: CurlEasy) {
    tells[easy.raw] = nil
    waiting.removeAll { $0 === easy }
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
      isActing = true
      curl_multi_socket_action(raw, socket, mask, &running)
      isActing = false
      var left: Int32 = 0
      // One by one: what is told of one may remove others, of which libcurl then has nothing to tell.
      while let message = curl_multi_info_read(raw, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
        let result = ccurl_message_result(message)
        tells.removeValue(forKey: easy)?(result)
      }
      while let easy = waiting.popLast() {
        guard curl_multi_add_handle(raw, easy.raw) != CURLM_OK else { continue }
        tells.removeValue(forKey: easy.raw)?(CURLE_FAILED_INIT)
      }
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
