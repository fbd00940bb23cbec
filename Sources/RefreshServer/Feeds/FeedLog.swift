import RefreshLoop
import RefreshSockets
import RefreshStore
import RefreshWire

/// A feed's rows as readers see them: frames read from a cursor, out of memory or the database.
///
/// Rows come in here only after their commit, so nothing that is read here can be lost.
final class FeedLog: ChannelLog {
  /// What a frame that is not the longest possible holds at most; a row larger than that goes alone.
  static let chunk = 32_768
  /// How many frames are kept for readers at the same place.
  static let maxFrames = 256

  let feed: FeedName
  let epoch: UInt64
  private(set) var floor: Int
  private var tail: RowTail
  private let store: Store
  private let log: Log
  /// Frames encoded since the last append, by cursor: many readers at one place share one.
  private var frames: [Int: (frame: Frame, upTo: Int)] = [:]
  /// Cursors whose rows the store is reading.
  private var loading: Set<Int> = []
  private let retry: LoopTimer
  /// What keeps the store from reading rows, and from taking those that are brought.
  var readTrouble = Trouble()
  var writeTrouble = Trouble()
  /// Told when a read that answered `loading` can be asked again.
  var loaded: () -> Void = {}
  /// Makes the frame for a reader whose place was pruned: it begins anew at the cursor that comes with it.
  var restart: () -> (frame: Frame, cursor: Int)? = { nil }

  init(_ record: FeedRecord, feed: FeedName, store: Store, loop: EventLoop, log: Log) {
    self.feed = feed
    epoch = record.epoch
    floor = record.floor
    tail = RowTail(record.tail, before: record.tailStart, head: record.head)
    self.store = store
    self.log = log
    retry = LoopTimer(on: loop)
    retry.job = { [unowned self] in loaded() }
  }

  var head: Int { tail.head }
  var headMark: RowMark { tail.headMark }
  /// The text of the last row, if it is kept.
  var lastText: String? { floor > head ? nil : tail.lastText }

  /// The sequence number after which rows are in memory.
  var tailStart: Int { tail.start }

  /// Where the chain stands at a sequence number, if memory knows it.
  func markInMemory(at sequence: Int) -> RowMark? { tail.mark(at: sequence) }

  func append(_ appended: Appended) {
    tail.append(appended.rows)
    floor = appended.floor
    frames.removeAll(keepingCapacity: true)
  }

  /// Rows below a number are gone.
  func prune(to floor: Int) {
    self.floor = floor
    frames.removeAll(keepingCapacity: true)
  }

  /// The newest rows that are kept, as many as asked for within a bound on their text together, out of memory.
  func newest(_ count: Int, maxBytes: Int) -> ArraySlice<StoredRow> {
    tail.newest(min(count, head - floor + 1), maxBytes: maxBytes)
  }

  func position(_ sequence: Int, _ mark: RowMark) -> Position {
    Position(epoch: epoch, sequence: sequence, digest: mark.digest.bytes)
  }

  func headPosition() -> Position { position(head, headMark) }

  /// Finds where the chain stands at a sequence number: at once if it is in memory, else when the store has read it.
  func mark(at sequence: Int, _ done: @escaping (Result<RowMark?, StoreError>) -> Void) {
    if let mark = tail.mark(at: sequence) { return done(.success(mark)) }
    nonisolated(unsafe) let done = done
    store.mark(feed: feed.text, at: sequence) { result in done(result) }
  }

  func read(after cursor: Int) -> LogRead {
    if cursor >= head { return .level }
    if let known = frames[cursor] { return .frame(known.frame, upTo: known.upTo) }
    if cursor < floor - 1 {
      guard let begin = restart() else { return .loading }
      return .frame(begin.frame, upTo: begin.cursor)
    }
    guard cursor >= tail.start else {
      load(after: cursor)
      return .loading
    }
    return keep(encode(tail.rows(after: cursor)), at: cursor)
  }

  private func load(after cursor: Int) {
    guard loading.insert(cursor).inserted else { return }
    nonisolated(unsafe) let me = self
    store.rows(feed: feed.text, after: cursor, limit: 1_000, maxBytes: Self.chunk) { result in
      me.arrived(result, after: cursor)
    }
  }

  private func arrived(_ result: Result<[StoredRow], StoreError>, after cursor: Int) {
    loading.remove(cursor)
    switch result {
    case .success(let rows) where rows.first?.seq == cursor + 1:
      readTrouble.isOver()
      _ = keep(encode(rows[...]), at: cursor)
      loaded()
    case .success:
      // Pruned meanwhile: the next read answers from the new floor.
      loaded()
    case .failure(let error) where error.code == .busy:
      retry.start(after: House.busyPause)
    case .failure(let error):
      if readTrouble.shows(error.message) {
        log.error(
          "feed \(feed.text): rows after \(cursor) could not be read, trying again each second: \(error.message)",
          LogSubject(feed: feed.text))
      }
      retry.start(after: 1_000)
    }
  }

  private func keep(_ frame: (frame: Frame, upTo: Int), at cursor: Int) -> LogRead {
    if frames.count >= Self.maxFrames { frames.removeAll(keepingCapacity: true) }
    frames[cursor] = frame
    return .frame(frame.frame, upTo: frame.upTo)
  }

  /// Encodes as many of the rows as fit one chunk, at least one.
  private func encode(_ rows: ArraySlice<StoredRow>) -> (frame: Frame, upTo: Int) {
    var bytes = 0
    let fitting = rows.prefix { row in
      bytes += Row(row).encodedSize
      return bytes <= Self.chunk
    }
    let chosen = fitting.isEmpty ? rows.prefix(1) : fitting
    let last = chosen.last!
    let message = RowsMessage(
      feed: feed, first: chosen.first!.seq, rows: chosen.map(Row.init),
      pos: position(last.seq, last.mark).text)
    return (Frame(message, event: EventLabel("rows", id: message.pos)), last.seq)
  }
}
