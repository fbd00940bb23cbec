import CCurl
import RefreshLoop

/// One request and its answer.
final class HTTPFetch {
  /// How it ended.
  struct End {
    let code: CURLcode
    /// libcurl's words for a failure.
    let words: String
    let errno: Int
    /// What a proxy answered when it was asked for a way to the server; 0 if none was asked.
    let proxyStatus: Int
    let stage: Stage
    /// The address that it was connected to.
    let peer: HostAddress?

    /// Whether there was a connection, with TLS where that is wanted.
    var isConnected: Bool { stage == .waiting || stage == .reading }
  }

  /// How far a request has come.
  enum Stage {
    /// There is no address yet.
    case resolving
    /// Nobody has taken a connection yet.
    case connecting
    /// There is a connection, but no TLS yet.
    case securing
    /// The answer has not begun.
    case waiting
    /// It has.
    case reading
  }

  /// Bounds of one request.
  struct Bounds {
    /// For all of it, in milliseconds.
    var timeout: Int
    /// For the connection, in milliseconds.
    var connect = 10_000
    /// How long hardly anything may come, in seconds.
    var silence = 30
    /// Of the body, as it travels.
    var bytes: Int
  }

  /// libcurl reads a hundred times before it lets others have their turn.
  private static let bytesPerRead = 2_048

  let address: HTTPAddress
  private(set) var head = HTTPHead()
  private(set) var body: [UInt8] = []
  /// Whether there was more of the body than is wanted.
  private(set) var isTooLong = false
  /// Whether it came to nothing because it may not connect to where it should.
  var isKept: Bool { wasKept && head.status == 0 }
  private var wasKept = false
  private let bounds: Bounds
  private let easy: CurlEasy
  private let multi: CurlMulti
  private let progress: (Double) -> Void
  private var isOver = false

  /// Sends it.
  /// - Parameters:
  ///   - proxy: which proxy it goes through; with none it goes to the server itself.
  ///   - connects: whether it may connect to an address.
  ///   - ended: called once, outside of libcurl, unless ``close()`` comes before.
  /// - Throws: ``CurlFault`` if it cannot be sent.
  init(
    _ address: HTTPAddress, _ headers: [String], agent: String, _ bounds: Bounds, on loop: EventLoop,
    environment: (String) -> String?, through proxy: HTTPProxy?, connects: @escaping (HostAddress) -> Bool,
    progress: @escaping (Double) -> Void, ended: @escaping (End) -> Void
  ) throws(CurlFault) {
    self.address = address
    self.bounds = bounds
    self.progress = progress
    easy = try CurlEasy()
    multi = try CurlMulti.shared(on: loop)
    easy.set(CURLOPT_URL, address.text)
    easy.set(CURLOPT_USERAGENT, agent)
    // Both are given, so that libcurl looks at no variable by itself.
    easy.set(CURLOPT_PROXY, proxy?.url ?? "")
    easy.set(CURLOPT_NOPROXY, "")
    easy.setHeaders(headers + [PackedBody.accepted])
    setBounds()
    if address.scheme == "https" { CertificateStore.apply(to: easy, environment: environment) }
    if let code = easy.refused { throw CurlFault(code) }
    easy.head = { [unowned self] in take(head: $0) }
    easy.body = { [unowned self] in take(body: $0) }
    easy.connects = { [unowned self] address in
      let isAllowed = connects(address)
      if !isAllowed { wasKept = true }
      return isAllowed
    }
    try multi.add(easy) { [unowned self] code in
      let end = End(
        code: code, words: easy.words, errno: easy.long(CURLINFO_OS_ERRNO),
        proxyStatus: easy.long(CURLINFO_HTTP_CONNECTCODE), stage: stage,
        peer: easy.text(CURLINFO_PRIMARY_IP).flatMap { HostAddress($0) })
      close()
      ended(end)
    }
  }

  /// Ends it and closes its connection; not from inside ``progress``.
  func close() {
    guard !isOver else { return }
    isOver = true
    multi.remove(easy)
  }

  deinit { close() }

  private func setBounds() {
    easy.set(CURLOPT_NOSIGNAL, 1)
    easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Where an answer sends on to is decided here: libcurl would take the headers along.
    easy.set(CURLOPT_FOLLOWLOCATION, 0)
    easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    easy.set(CURLOPT_SSL_VERIFYPEER, 1)
    easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    // Each connection is looked at before it is made.
    easy.set(CURLOPT_FRESH_CONNECT, 1)
    easy.set(CURLOPT_FORBID_REUSE, 1)
    easy.set(CURLOPT_TIMEOUT_MS, max(1, bounds.timeout))
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, min(bounds.connect, bounds.timeout)))
    easy.set(CURLOPT_BUFFERSIZE, Self.bytesPerRead)
    // What wraps a body, such as the sizes of its chunks, is handed to nobody and can be without end. Of one in chunks of a
    // byte each it is five sixths: such a body may be a third as long as another.
    easy.maxReceived = 2 * bounds.bytes + 2 * HTTPHead.maxBytes
    easy.set(CURLOPT_LOW_SPEED_LIMIT, 10)
    easy.set(CURLOPT_LOW_SPEED_TIME, bounds.silence)
    // Names are asked for anew, as if each request were the only one.
    easy.set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
    // Else a stop waits for a name server that does not answer, and everybody with it.
    easy.set(CURLOPT_QUICK_EXIT, 1)
  }

  private var stage: Stage {
    if head.status != 0 { return .reading }
    if easy.time(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return .resolving }
    // The times of libcurl are set together, once there is TLS.
    if easy.long(CURLINFO_LOCAL_PORT) == 0 { return .connecting }
    return easy.time(CURLINFO_CONNECT_TIME_T) == 0 ? .securing : .waiting
  }

  private func take(head line: UnsafeRawBufferPointer) -> Bool {
    head.take(line)
    return !head.isTooLong
  }

  private func take(body piece: UnsafeRawBufferPointer) -> Bool {
    if head.isRedirect || head.isLengthUnclear { return false }
    // Of a failure only the begin is quoted.
    let limit = head.isSuccess ? bounds.bytes : HTTPQuote.maxBytes
    guard body.count + piece.count <= limit, !head.isSuccess || head.length ?? 0 <= limit else {
      isTooLong = true
      body += piece.prefix(limit - body.count)
      return false
    }
    body += piece
    if head.isSuccess, let length = head.length, body.count < length {
      progress(Double(body.count) / Double(length))
    }
    return true
  }
}
