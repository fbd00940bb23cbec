import RefreshEngine
import RefreshLoop
import RefreshSockets
import RefreshStore
import RefreshWire

extension Routes {
  /// `POST /feeds/{feed}/refresh`: begins or joins a run, and waits for its end if asked to.
  func refresh(_ feed: Feed, _ exchange: HTTPExchange) {
    guard server.isReady else {
      return exchange.fail(
        503, .draining, "the server is stopping; try again soon", headers: [HTTPHeader("Retry-After", "2")])
    }
    guard let edge = edge(of: feed, exchange) else { return }
    let key = exchange.header("idempotency-key") ?? exchange.query("key")
    if let key, !WireBounds.key.contains(key.utf8.count) {
      return exchange.fail(400, .badField, "an idempotency key has 1 to 64 bytes")
    }
    guard let waits = exchange.number("wait", default: 0, in: 0...1) else { return }
    let author = Author(client: nil, name: exchange.query("name").flatMap(PersonName.clean))
    let answer = feed.refresh(edge: edge, by: author, key: key)
    let reply = ReplyMessage(feed: feed.name, refresh: answer, key: nil)
    guard let run = reply.run else { return refused(reply, exchange) }
    let body = ReplyBody(outcome: reply.outcome, run: run)
    guard waits == 1 else { return exchange.json(202, body) }
    wait(for: run, of: feed, body, exchange)
  }

  private func edge(of feed: Feed, _ exchange: HTTPExchange) -> Edge? {
    let policy = feed.settings.policy
    var edge = policy.defaultEdge
    if let text = exchange.query("edge") {
      guard let asked = Edge(rawValue: text) else {
        exchange.fail(400, .badField, "edge is top or bottom")
        return nil
      }
      edge = asked
    }
    guard let edge, policy[edge] != nil else {
      exchange.fail(
        422, .noPolicy,
        "the \(edge.map(\.rawValue) ?? "top") edge of \(feed.name.text) has no policy: it cannot be refreshed there"
      )
      return nil
    }
    return edge
  }

  private func refused(_ reply: ReplyMessage, _ exchange: HTTPExchange) {
    if reply.why == .cooldown {
      let wait = reply.retryAfter ?? 0
      return exchange.json(
        429,
        ReplyErrorBody(
          code: .cooldown,
          message: "this feed rests between refreshes; try again in \((wait + 999) / 1_000) s", reply: reply
        ),
        headers: [HTTPHeader("Retry-After", String((wait + 999) / 1_000))])
    }
    exchange.fail(
      503, .storage, "the refresh could not be recorded; see the server's log",
      headers: [HTTPHeader("Retry-After", "5")])
  }

  private func wait(for run: RunID, of feed: Feed, _ body: ReplyBody, _ exchange: HTTPExchange) {
    let answer = { (last: LastRun?) in
      if let last {
        exchange.json(200, RunEndedBody(run: run, last: last))
      } else {
        // It was taken out of the queue, and never begins.
        exchange.json(200, ReplyBody(outcome: .cancelled, run: run))
      }
    }
    // A key may have named a run that ended long ago, or that was taken out of the queue.
    guard feed.isPending(run) else {
      return feed.run(run) { result in
        switch result {
        case .success(let last): answer(last)
        case .failure(let error): exchange.fail(error)
        }
      }
    }
    let once = Once()
    let limit = LoopTimer(on: server.house.loop) {
      once.first {
        var body = body
        if let info = feed.state.run, info.run.id == run { body.standing = info }
        exchange.json(202, body)
      }
    }
    limit.start(after: server.house.tunables.wait)
    let forget = feed.runs.whenEnded(run) { last in
      limit.stop()
      once.first { answer(last) }
    }
    // Whoever asks and goes away leaves nothing behind, however long the run takes.
    exchange.onClose = {
      limit.stop()
      forget()
    }
  }

  /// `DELETE /feeds/{feed}/run`: cancels the current run, and answers when its source is stopped.
  func cancelRun(of feed: Feed, _ exchange: HTTPExchange) {
    guard let run = feed.currentRun else {
      return exchange.fail(409, .idle, "no run is under way")
    }
    switch feed.cancel(run: run.id) {
    case .cancelled:
      feed.runs.whenStopped(run.id) { exchange.json(200, ReplyBody(outcome: .cancelled, run: run.id)) }
    case .refused(.committing):
      exchange.fail(
        409, .committing, "the rows of run \(run.id) are being stored; it cannot be cancelled any more")
    case .refused(.ended):
      exchange.fail(409, .idle, "run \(run.id) has just ended")
    }
  }

  /// `GET /feeds/{feed}/runs`: ended runs, newest first.
  func listRuns(of feed: Feed, _ exchange: HTTPExchange) {
    guard let limit = exchange.number("limit", default: 50, in: 1...1_000) else { return }
    feed.runs.records.list(limit: limit) { result in
      switch result {
      case .success(let runs): exchange.json(200, RunsBody(runs: runs))
      case .failure(let error): exchange.fail(error)
      }
    }
  }
}

/// Lets the first of several answers through.
private final class Once {
  private var isDone = false

  func first(_ answer: () -> Void) {
    guard !isDone else { return }
    isDone = true
    answer()
  }
}
