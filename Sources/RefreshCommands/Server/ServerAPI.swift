import RefreshWire

/// Where reading rows begins.
enum RowStart: Equatable, Sendable {
  /// At the first row that is kept.
  case floor
  /// Behind a position.
  case position(String)
  /// Behind a sequence number.
  case sequence(Int)
}

/// The routes of a server, as the commands use them.
final class ServerAPI {
  private let requester: HTTPRequester
  private var patience: Patience

  /// - Throws: ``CommandError`` if libcurl cannot start.
  init(_ server: ServerAddress, patience: Patience = Patience(.zero)) throws(CommandError) {
    requester = try HTTPRequester(server)
    self.patience = patience
  }

  /// What the server refuses, besides words for people.
  struct Refusal: Error {
    /// 0 if there is no answer.
    var status = 0
    /// The server's own word for it; empty if the answer is none of a refreshd.
    var code = ""
    let error: CommandError
    /// Whether the same may succeed a little later.
    var passes = false
    /// How long the server said to wait.
    var retryAfter: Duration?
  }

  func feeds() throws(CommandError) -> [FeedSummary] {
    try read("/feeds") { (body) throws(DecodeError) in try FeedsBody.decode(body).feeds }
  }

  func feed(_ feed: FeedName) throws(CommandError) -> FeedBody {
    try read("/feeds/\(feed.text)") { (body) throws(DecodeError) in try FeedBody.decode(body) }
  }

  func runs(of feed: FeedName, limit: Int) throws(CommandError) -> [LastRun] {
    try read("/feeds/\(feed.text)/runs?limit=\(limit)") { (body) throws(DecodeError) in
      try RunsBody.decode(body).runs
    }
  }

  /// A page of rows.
  /// - Throws: ``Refusal``, with status 410 where the rows cannot be continued from there.
  func rows(of feed: FeedName, from start: RowStart, limit: Int = 1_000) throws(Refusal) -> RowsBody {
    let from =
      switch start {
      case .floor: ""
      case .position(let text): "&after=\(text)"
      case .sequence(let number): "&after_seq=\(number)"
      }
    return try ask("GET", "/feeds/\(feed.text)/rows?limit=\(limit)\(from)") { (body) throws(DecodeError) in
      try RowsBody.decode(body)
    }
  }

  /// Appends rows, once however often it has to be asked.
  /// - Throws: ``Refusal``: nothing was appended, or with the status `connection` it is not known.
  func append(_ rows: [String], to feed: FeedName, key: String) throws(Refusal) -> AppendedBody {
    var writer = JSONWriter(reserving: rows.reduce(16) { $0 + $1.utf8.count + 8 })
    writer.beginObject()
    writer.key("rows")
    writer.beginArray()
    for row in rows { writer.string(row) }
    writer.endArray()
    writer.endObject()
    return try ask("POST", "/feeds/\(feed.text)/rows", json: writer.bytes, key: key) {
      (body) throws(DecodeError) in
      try AppendedBody.decode(body)
    }
  }

  private func read<Body>(_ path: String, _ decode: ([UInt8]) throws(DecodeError) -> Body)
    throws(CommandError) -> Body
  {
    do throws(Refusal) {
      return try ask("GET", path, decode)
    } catch {
      throw error.error
    }
  }

  private func ask<Body>(
    _ method: String, _ path: String, json: [UInt8]? = nil, key: String? = nil,
    _ decode: ([UInt8]) throws(DecodeError) -> Body
  ) throws(Refusal) -> Body {
    while true {
      let refusal: Refusal
      switch attempt(method, path, json: json, key: key, decode) {
      case .success(let body):
        patience.calm()
        return body
      case .failure(let failure): refusal = failure
      }
      guard refusal.passes else { throw refusal }
      do throws(CommandError) {
        try patience.wait(after: refusal.error, told: refusal.retryAfter)
      } catch {
        throw refusal
      }
    }
  }

  private func attempt<Body>(
    _ method: String, _ path: String, json: [UInt8]?, key: String?,
    _ decode: ([UInt8]) throws(DecodeError) -> Body
  ) -> Result<Body, Refusal> {
    let reply: HTTPReply
    do throws(CommandError) {
      reply = try requester.ask(method, path, json: json, key: key)
    } catch {
      return .failure(Refusal(error: error, passes: error.status == .connection))
    }
    guard (200..<300).contains(reply.status) else {
      let feed = path.split(separator: "/").dropFirst().first.flatMap { FeedName(String($0)) }
      return .failure(refusal(reply, feed))
    }
    do throws(DecodeError) {
      return .success(try decode(reply.body))
    } catch {
      return .failure(foreign(reply.status))
    }
  }

  private func refusal(_ reply: HTTPReply, _ feed: FeedName?) -> Refusal {
    // What passes: too much at once, a server that stops, a proxy whose server is being started.
    let passes = [408, 429, 500, 502, 503, 504].contains(reply.status)
    // A refreshd that has no such route is asked at a wrong path.
    guard let body = try? ErrorBody.decode(reply.body), body.code.rawValue != "not-found" else {
      var refusal = foreign(reply.status)
      refusal.passes = passes
      return refusal
    }
    let hint = reply.status == 401 ? " (--token-file FILE or $REFRESHD_TOKEN shows it one)" : ""
    let status: ExitStatus =
      passes ? .connection : [400, 413, 415, 422, 507].contains(reply.status) ? .failed : .refused
    return Refusal(
      status: reply.status, code: body.code.rawValue,
      error: CommandError(status, FeedWords.of(body.code, feed) ?? Shown.line(body.message) + hint),
      passes: passes,
      retryAfter: reply.retryAfter)
  }

  private func foreign(_ status: Int) -> Refusal {
    Refusal(
      status: status,
      error: CommandError(
        .connection,
        "the server answered with status \(status) and not as a refreshd does; is --server its address?"))
  }
}
