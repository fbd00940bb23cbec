import CCurl
import FoundationEssentials
import Glibc

/// What a server answered.
struct HTTPReply {
  let status: Int
  let body: [UInt8]
  /// How long it says to wait before asking again.
  let retryAfter: Duration?
  /// Whether it is the answer that was given to the same request, with the same key, before.
  var isRepeat: Bool
}

/// Asks one server by HTTP, one request after the other over a connection that is kept.
final class HTTPRequester {
  /// The longest time for a connection, and for a whole request, in milliseconds.
  private static let limits = (connect: 10_000, request: 60_000)
  private static let prepared: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private let server: ServerAddress
  private let easy: UnsafeMutableRawPointer
  private let words: UnsafeMutablePointer<CChar>

  /// - Throws: ``CommandError`` if libcurl cannot start.
  init(_ server: ServerAddress) throws(CommandError) {
    guard Self.prepared, let easy = curl_easy_init() else {
      throw CommandError(.failed, "libcurl cannot start; is memory free?")
    }
    self.server = server
    self.easy = easy
    words = .allocate(capacity: Int(CURL_ERROR_SIZE))
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    words.deallocate()
  }

  /// Asks, and waits for the whole answer.
  /// - Parameters:
  ///   - path: what follows the server's address.
  ///   - json: a body; nil sends none.
  ///   - key: what makes a repeat harmless.
  /// - Throws: ``HTTPFailure``: there is no answer.
  func ask(_ method: String, _ path: String, json: [UInt8]? = nil, key: String? = nil) throws(HTTPFailure)
    -> HTTPReply
  {
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(headers) }
    for line in lines(json: json != nil, key: key) { headers = curl_slist_append(headers, line) }
    curl_easy_reset(easy)
    words[0] = 0
    let received = ReceivedAnswer()
    let code = withExtendedLifetime(received) {
      prepare(method, path, headers, received)
      return (json ?? []).withUnsafeBytes { body in
        if json != nil {
          ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
          ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress))
        }
        return curl_easy_perform(easy)
      }
    }
    guard code == CURLE_OK else {
      let said = String(cString: words)
      throw HTTPFailure(
        code, said.isEmpty ? String(cString: curl_easy_strerror(code)) : said, server,
        at: stage, isTooLong: received.isTooLong, isSilent: received.isSilent)
    }
    return reply(received)
  }

  private func lines(json: Bool, key: String?) -> [String] {
    // Without the empty one, a longer body waits for the server's word to send it.
    var lines = ["Accept: application/json", "Expect:"]
    if json { lines.append("Content-Type: application/json") }
    if let key { lines.append("Idempotency-Key: \(key)") }
    if let token = server.token { lines.append("Authorization: Bearer \(token)") }
    return lines
  }

  private func prepare(
    _ method: String, _ path: String, _ headers: UnsafeMutablePointer<curl_slist>?, _ received: ReceivedAnswer
  ) {
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    ccurl_set_text(easy, CURLOPT_URL, server.base + path)
    ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, method)
    ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_text(easy, CURLOPT_USERAGENT, "refreshd")
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    // A redirection is not followed: the token is for this server alone.
    ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Self.limits.connect)
    ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, Self.limits.request)
    ccurl_set_list(easy, CURLOPT_HTTPHEADER, headers)
    if let authorities = server.authorities { ccurl_set_text(easy, CURLOPT_CAINFO, authorities) }
    let context = Unmanaged.passUnretained(received).toOpaque()
    ccurl_set_data_callback(easy, CURLOPT_WRITEFUNCTION, takeData)
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_data_callback(easy, CURLOPT_HEADERFUNCTION, takeHeader)
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    ccurl_set_progress_callback(easy, takeTime)
    ccurl_set_pointer(easy, CURLOPT_XFERINFODATA, context)
    ccurl_set_long(easy, CURLOPT_NOPROGRESS, 0)
  }

  private var stage: HTTPFailure.Stage {
    var time: curl_off_t = 0
    ccurl_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &time)
    if time > 0 { return .asked }
    // The time of the connection is told only once there is TLS on it; its port is known before.
    var port = 0
    ccurl_get_long(easy, CURLINFO_LOCAL_PORT, &port)
    return port > 0 ? .securing : .connecting
  }

  private func reply(_ received: ReceivedAnswer) -> HTTPReply {
    var status = 0
    ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    var wait: curl_off_t = 0
    ccurl_get_offset(easy, CURLINFO_RETRY_AFTER, &wait)
    return HTTPReply(
      status: status, body: received.bytes, retryAfter: wait > 0 ? .seconds(min(wait, 600)) : nil,
      isRepeat: received.isRepeat)
  }
}
