/// What the store's thread does: writes in batches, reads between them; confined to that thread.
final class StoreWorker {
  private let core: StoreCore
  private let queue: RequestQueue
  private let deliver: Store.Deliver
  /// Writes that were taken and not done yet, because another process holds the file.
  private var waiting: [Request] = []
  /// Since when that is so.
  private var lockedSince: Monotonic?
  /// When a lock is waited for no longer, once the store is being closed.
  private var end: Monotonic?
  /// How often a held file is tried, in milliseconds: the system tells nobody when SQLite's lock is let go.
  private static let pause = 10
  /// How many reads are answered before it looks for writes again.
  private static let readsInARow = 64

  init(_ core: StoreCore, _ queue: RequestQueue, deliver: @escaping Store.Deliver) {
    self.core = core
    self.queue = queue
    self.deliver = deliver
  }

  /// Works until the queue is closed and its writes are done.
  func run() {
    while true {
      let turn = queue.take(
        core.settings.batchLimit - waiting.count, pause: waiting.isEmpty ? nil : Self.pause)
      waiting += turn.writes
      if !waiting.isEmpty { write(isClosing: turn.isClosing) }
      if turn.isLast, waiting.isEmpty { break }
      read()
    }
    core.finish(lockTimeout: end.map { max(0, $0 - .now) } ?? core.settings.closeTimeout)
  }

  private func write(isClosing: Bool) {
    let (done, lock) = core.carryOut(waiting)
    hand(out: done)
    if !done.isEmpty { lockedSince = nil }
    guard let lock else { return core.afterBatch() }
    let now = Monotonic.now
    let since = lockedSince ?? now
    lockedSince = since
    if isClosing, end == nil { end = now + core.settings.closeTimeout }
    let isOver = end.map { now >= $0 } ?? false
    let late = waiting.prefix { isOver || now - max(since, $0.asked) >= core.settings.busyTimeout }
    hand(out: late.map { $0.refuse(lock) })
  }

  /// Gives the first of the waiting requests their answers.
  private func hand(out completions: [Completion]) {
    var answers: [Completion] = []
    answers.reserveCapacity(completions.count)
    for (request, completion) in zip(waiting, completions) {
      if request.isAwaited { completion() } else { answers.append(completion) }
    }
    waiting.removeFirst(completions.count)
    if !answers.isEmpty { deliver { [answers] in for completion in answers { completion() } } }
  }

  private func read() {
    var answers: [Completion] = []
    var bytes = 0
    while answers.count < Self.readsInARow,
      let request = queue.nextRead(overtaking: !waiting.isEmpty, beside: bytes)
    {
      let answer = core.answer(request)
      answers.append(answer.completion)
      bytes += answer.bytes
    }
    if answers.isEmpty { return }
    queue.hold(bytes)
    deliver { [answers, bytes, queue] in
      for completion in answers { completion() }
      queue.release(bytes)
    }
  }
}

@available(*, unavailable) extension StoreWorker: Sendable {}
