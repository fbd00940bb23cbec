import RefreshStore

extension DedupeSetting {
  static let text = DedupeSetting.by(Dedupe(by: .text))
}

/// What runs of sources bring.
extension Store {
  @discardableResult
  func bring(
    _ rows: [(text: String, key: String?)], by rule: DedupeSetting = .automatic, source: String = "s",
    cursor: String? = nil, title: String? = nil, feed: String = "main", run: Int? = nil, at: Int64 = 5,
    keep: Retention = Retention()
  ) async throws -> Appended {
    var append = Append(feed: feed, texts: rows.map(\.text), at: at, run: run, keep: keep)
    append.origin = Origin(source: source, keys: rows.map(\.key), cursor: cursor, title: title)
    append.dedupe = rule
    append.end = run.map {
      RunRecord(id: $0, edge: "top", cause: "pull", started: at, ended: at, outcome: "ok", rows: rows.count)
    }
    return try await self.append(append)
  }

  @discardableResult
  func bring(_ texts: [String], by rule: DedupeSetting, feed: String = "main", run: Int? = nil) async throws
    -> Appended
  {
    try await bring(texts.map { ($0, nil) }, by: rule, feed: feed, run: run)
  }

  func learn(_ feed: String = "main") async throws -> Bool {
    try await withCheckedContinuation { waiter in
      learnTexts(feed: feed) { waiter.resume(returning: $0) }
    }.get()
  }

  func prune(_ keep: Retention, feed: String = "main", at now: Int64) async throws -> Pruned {
    try await withCheckedContinuation { waiter in
      prune(feed: feed, keep: keep, at: now) { waiter.resume(returning: $0) }
    }.get()
  }
}
