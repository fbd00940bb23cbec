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
    return try ask("GET", "/feeds/\(feed.text)/rows?limit=\(limit)\(from)") { (reply) throws(DecodeError) in
      try RowsBody.decode(reply.body)
    }
  }

  /// Appends rows, once however often it has to be asked.
  /// - Throws: ``Refusal``: nothing was appended, or with the status `connection` it is not known.
  /// - Returns: where they are, and whether they were there before this call: it is a repeat of an earlier one.
  func append(_ rows: [String], to feed: FeedName, key: String) throws(Refusal) -> (
    body: AppendedBody, wereThere: Bool
  ) {
    var writer = JSONWriter(reserving: rows.reduce(16) { $0 + $1.utf8.count + 8 })
    writer.beginObject()
    writer.key("rows")
    writer.beginArray()
    for row in rows { writer.string(row) }
    writer.endArray()
    writer.endObject()
    return try ask("POST", "/feeds/\(feed.text)/rows", json: writer.bytes, key: key) {
      (reply) throws(DecodeError) in
      (try AppendedBody.decode(reply.body), reply.isRepeat)
    }
  }

  /// Whether rows could be appended, where there are none: by an append of nothing, which a token that may do nothing
  /// else is allowed, and which is refused for having no row if for nothing else.
  func checkAppends(to feed: FeedName) throws(CommandError) {
    do throws(Refusal) {
      _ = try append([], to: feed, key: "nothing")
    } catch {
      guard error.status == 400, error.code == ErrorCode.badField.rawValue else { throw error.error }
    }
  }

  private func read<Body>(_ path: String, _ decode: ([UInt8]) throws(DecodeError) -> Body)
    throws(CommandError) -> Body
  {
    do throws(Refusal) {
      return try ask("GET", path) { (reply) throws(DecodeError) in try decode(reply.body) }
    } catch {
      throw error.error
    }
  }

  private func ask<Body>(
    _ method: String, _ path: String, json: [UInt8]? = nil, key: String? = nil,
    _ decode: (HTTPReply) throws(DecodeError) -> Body
  ) throws(Refusal) -> Body {
    var isFirst = true
    while true {
      let refusal: Refusal
      // What is there at another attempt may have come by the first one, whose answer was lost.
      let result = attempt(method, path, json: json, key: key) { (reply) throws(DecodeError) in
        var reply = reply
        reply.isRepeat = reply.isRepeat && isFirst
        return try decode(reply)
      }
      isFirst = false
      switch result {
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
    _ decode: (HTTPReply) throws(DecodeError) -> Body
  ) -> Result<Body, Refusal> {
    let reply: HTTPReply
    do throws(HTTPFailure) {
      reply = try requester.ask(method, path, json: json, key: key)
    } catch {
      return .failure(Refusal(error: error.error, passes: error.passes))
    }
    guard (200..<300).contains(reply.status) else {
      let feed = path.split(separator: "/").dropFirst().first.flatMap { FeedName(String($0)) }
      return .failure(refusal(reply, feed))
    }
    do throws(DecodeError) {
      return .success(try decode(reply))
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
    // Who is told that it was too much has reached the server, which refuses it.
    let status: ExitStatus =
      passes && reply.status != 429
      ? .connection : [400, 413, 415, 422, 507].contains(reply.status) ? .failed : .refused
    return Refusal(
      status: reply.status, code: body.code.rawValue,
      error: CommandError(status, FeedWords.of(body.code, feed) ?? Shown.message(body.message) + hint),
      passes: passes,
      retryAfter: reply.retryAfter)
  }

  private func foreign(_ status: Int) -> Refusal {
    Refusal(
      status: status,
      error: CommandError(
        .connection,
        "the server answered with status \(status) and not as a refreshd does; \(ServerWords.isRefreshd)"))
  }
}
