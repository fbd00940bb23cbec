import RefreshEngine
import RefreshStore
import RefreshWire

/// Where a subscription goes on, and how that came about.
struct Place {
  let mode: SubscribeMode
  let sequence: Int
  let mark: RowMark
}

extension Feed {
  /// Finds where a subscription goes on: by the table of the protocol, with the rows as they are when the answer is
  /// given. `done` is called once: at once if memory knows the answer, else when the store has read it.
  func place(after text: String?, tail: Int, _ done: @escaping (Place) -> Void) {
    switch resume.first(after: text) {
    case .reset(let reason): reset(reason, tail: tail, done)
    case .needsMark(let position):
      rows.mark(at: position.sequence) { [self] result in
        let mark: RowMark?
        switch result {
        case .success(let found): mark = found
        case .failure(let error) where error.code == .busy:
          return house.after(House.busyPause) { [self] in place(after: text, tail: tail, done) }
        case .failure:
          // The store cannot say: a list that begins anew is right in any case.
          return reset(.chain, tail: tail, done)
        }
        // The floor may have risen while the store was reading.
        if position.sequence < rows.floor - 1 { return reset(.pruned, tail: tail, done) }
        if let reason = resume.second(position, mark: mark) { return reset(reason, tail: tail, done) }
        done(Place(mode: .resume, sequence: position.sequence, mark: mark!))
      }
    }
  }

  private var resume: Resume {
    Resume(
      epoch: rows.epoch, head: rows.head, floor: rows.floor, headTotal: rows.headMark.total,
      farRows: house.tunables.farRows, farBytes: house.tunables.farBytes)
  }

  private func reset(_ reason: ResetReason, tail: Int, _ done: @escaping (Place) -> Void) {
    let sequence = max(rows.floor - 1, rows.head - tail)
    rows.mark(at: sequence) { [self] result in
      if case .success(let mark?) = result, sequence >= rows.floor - 1 {
        return done(Place(mode: .reset(reason), sequence: sequence, mark: mark))
      }
      // Pruned meanwhile, or the store cannot read: what is in memory is always there.
      let start = max(rows.floor - 1, rows.tailStart)
      done(Place(mode: .reset(reason), sequence: start, mark: rows.markInMemory(at: start) ?? rows.headMark))
    }
  }
}

/// Why rows cannot be continued from a position.
enum Gone: Error {
  /// They are not continued from there.
  case reset(ResetReason)
  /// The store cannot say.
  case unknown(StoreError)
}

extension Feed {
  /// Finds the sequence number of a position that was handed out before; however far behind, it is good.
  func position(_ text: String, _ done: @escaping (Result<Int, Gone>) -> Void) {
    switch resume.first(after: text) {
    case .reset(let reason): done(.failure(.reset(reason)))
    case .needsMark(let position):
      rows.mark(at: position.sequence) { [self] result in
        switch result.map({ resume.second(position, mark: $0) }) {
        case .success(nil), .success(.far): done(.success(position.sequence))
        case .success(let reason?): done(.failure(.reset(reason)))
        case .failure(let error): done(.failure(.unknown(error)))
        }
      }
    }
  }

  /// A page of the rows after a sequence number.
  func read(after sequence: Int, limit: Int, _ done: @escaping (Result<RowsBody, StoreError>) -> Void) {
    rows.mark(at: sequence) { [self] result in
      guard case .success(let mark?) = result else {
        if case .failure(let error) = result { return done(.failure(error)) }
        // Pruned between the question and the answer: go on at the floor.
        return read(after: rows.floor - 1, limit: limit, done)
      }
      nonisolated(unsafe) let me = self
      nonisolated(unsafe) let done = done
      house.store.rows(feed: name.text, after: sequence, limit: limit, maxBytes: Self.pageBytes) { result in
        done(
          result.map { stored in
            RowsBody(
              first: stored.first?.seq ?? sequence + 1, rows: stored.map(Row.init),
              pos: me.rows.position(stored.last?.seq ?? sequence, stored.last?.mark ?? mark).text,
              head: me.rows.head, floor: me.rows.floor)
          })
      }
    }
  }

  /// The newest rows, with the position to subscribe from. Memory holds all that one page may have, so that a page that
  /// opens waits for no one.
  func newest(_ count: Int) -> RowsBody {
    let newest = rows.newest(count, maxBytes: Self.pageBytes)
    return RowsBody(
      first: rows.head - newest.count + 1, rows: newest.map(Row.init), pos: rows.headPosition().text,
      head: rows.head, floor: rows.floor)
  }

  /// How much text one page over HTTP holds at most, in bytes.
  private static let pageBytes = 1_000_000

  /// The rows before a sequence number, those next to it if there are more than one frame holds.
  func history(before: Int, limit: Int, _ done: @escaping (Result<HistoryMessage, StoreError>) -> Void) {
    let before = min(before, rows.head + 1)
    nonisolated(unsafe) let me = self
    nonisolated(unsafe) let done = done
    house.store.rows(feed: name.text, before: before, limit: limit, maxBytes: WireBounds.rowsFrame) {
      result in
      done(
        result.map { stored in
          let all = stored.map(Row.init)
          let rows = Array(all.suffix(RowChunks.suffix(all)))
          return HistoryMessage(
            feed: me.name, first: rows.isEmpty ? max(before, me.rows.floor) : before - rows.count, rows: rows,
            floor: me.rows.floor)
        })
    }
  }

  /// Appends rows that came over HTTP; a key makes a repeat harmless, and is told as one.
  func append(
    _ texts: [String], key: String?, request: String? = nil,
    _ done: @escaping (Result<(body: AppendedBody, isRepeat: Bool), StoreError>) -> Void
  ) {
    var append = Append(
      feed: name.text, texts: texts, at: house.wall, key: key, keep: settings.kept(by: house.tunables))
    append.dedupe = settings.dedupe
    nonisolated(unsafe) let me = self
    nonisolated(unsafe) let done = done
    runs.beginWrite()
    house.append(append) { result in
      switch result {
      case .success(let appended):
        me.rows.writeTrouble.isOver()
        if !appended.repeated { me.runs.counts.appended(appended.count) }
        me.show(appended)
      case .failure(let error) where error.code == .keyReused: break
      case .failure(let error):
        guard me.rows.writeTrouble.shows(error.message) else { break }
        me.house.log.error(
          "feed \(me.name.text): rows were refused, as further ones are until this is over: \(error.message)",
          LogSubject(feed: me.name.text, request: request))
      }
      done(
        result.map { appended in
          let body = AppendedBody(
            first: appended.first, count: appended.count,
            pos: me.rows.position(appended.first + appended.count - 1, appended.mark).text)
          return (body, appended.repeated)
        })
      me.runs.endWrite()
    }
  }

  /// One ended run by its number; `nil` if it never began.
  func run(_ run: RunID, _ done: @escaping (Result<LastRun?, StoreError>) -> Void) {
    if let last = runs.records.last, last.end.run.id == run { return done(.success(last)) }
    // Numbers grow by one: it is among so many of the newest. No key is remembered for as long as 10 000 runs take.
    let limit = min(max(1, nextRun - run), 10_000)
    runs.records.list(limit: limit) { result in
      done(result.map { $0.first { $0.end.run.id == run } })
    }
  }
}
