import Synchronization

/// Events on their way from the connection to their reader. When it is full, the connection is not read: the peer
/// is held back instead of memory filled.
final class EventBuffer: Sendable {
  private struct Guarded {
    var events: [ClientEvent] = []
    /// The next event to hand out.
    var head = 0
    var isFinished = false
    /// The client was stopped: the writer is not held any more, its connection ends soon.
    var isReleased = false
    var reader: CheckedContinuation<ClientEvent?, Never>?
    var writer: CheckedContinuation<Void, Never>?

    mutating func next() -> ClientEvent? {
      guard head < events.count else { return nil }
      let event = events[head]
      head += 1
      if head * 2 > events.count && head >= 64 || head == events.count {
        events.removeFirst(head)
        head = 0
      }
      return event
    }
  }

  private let capacity: Int
  private let guarded = Mutex(Guarded())

  /// An empty buffer for about `capacity` events.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Whether a writer has to wait.
  var isFull: Bool {
    guarded.withLock { isFull($0) }
  }

  /// Adds events; there is one writer.
  func append(_ events: [ClientEvent]) {
    guard !events.isEmpty else { return }
    guarded.withLock { guarded in
      guard !guarded.isFinished else { return }
      guarded.events += events
      if let reader = guarded.reader, let event = guarded.next() {
        guarded.reader = nil
        reader.resume(returning: event)
      }
    }
  }

  /// Waits until there is room.
  func room() async {
    await withCheckedContinuation { continuation in
      guarded.withLock { guarded in
        if isFull(guarded) { guarded.writer = continuation } else { continuation.resume() }
      }
    }
  }

  /// The next event; nil after the last one, or if the reading task is cancelled. There is one reader.
  func next() async -> ClientEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guarded.withLock { guarded in
          if Task.isCancelled {
            continuation.resume(returning: nil)
          } else if let event = guarded.next() {
            continuation.resume(returning: event)
            wakeWriter(&guarded)
          } else if guarded.isFinished {
            continuation.resume(returning: nil)
          } else {
            precondition(guarded.reader == nil, "a client's events have one reader")
            guarded.reader = continuation
          }
        }
      }
    } onCancel: {
      guarded.withLock { guarded in
        guarded.reader?.resume(returning: nil)
        guarded.reader = nil
      }
    }
  }

  /// Holds the writer no more.
  func release() {
    guarded.withLock { guarded in
      guarded.isReleased = true
      guarded.writer?.resume()
      guarded.writer = nil
    }
  }

  /// Nothing more comes; what is there is still read.
  func finish() {
    guarded.withLock { guarded in
      guarded.isFinished = true
      guarded.writer?.resume()
      guarded.writer = nil
      // A waiting reader has read everything.
      guarded.reader?.resume(returning: nil)
      guarded.reader = nil
    }
  }

  private func isFull(_ guarded: Guarded) -> Bool {
    guarded.events.count - guarded.head >= capacity && !guarded.isReleased && !guarded.isFinished
  }

  private func wakeWriter(_ guarded: inout Guarded) {
    // Half empty, so that not every event wakes the writer.
    guard guarded.events.count - guarded.head <= capacity / 2 else { return }
    guarded.writer?.resume()
    guarded.writer = nil
  }
}

/// A client's events; one task reads them.
public struct ClientEvents: AsyncSequence, Sendable {
  let buffer: EventBuffer

  /// Reads events, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let buffer: EventBuffer

    /// The next event; nil when the client has ended, or the task is cancelled.
    public mutating func next() async -> ClientEvent? { await buffer.next() }

    /// The next event; nil when the client has ended, or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ClientEvent? {
      await buffer.next()
    }
  }

  /// A reader of the events that nobody has read yet.
  public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }
}
