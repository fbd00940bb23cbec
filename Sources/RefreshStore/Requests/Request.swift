/// What is called when a request's outcome is certain.
typealias Completion = @Sendable () -> Void

/// One piece of work for the store's thread.
struct Request: Sendable {
  /// How much a request keeps others waiting.
  enum Kind: Sendable {
    /// It changes the database: it runs in a transaction, and ends with that one's commit.
    case write
    /// It reads little, as a client that comes back does: before the pages.
    case lookup
    /// It reads much.
    case page
  }

  let kind: Kind
  /// Does the work, and says how many bytes the answer holds; may be called again after the transaction was
  /// taken back.
  ///
  /// Throws a ``StoreError`` for what is wrong with the request itself, before any change; a ``SQLiteError``
  /// otherwise, which ends the transaction.
  let perform: @Sendable (StoreCore) throws -> (completion: Completion, bytes: Int)
  /// Makes the answer of a failure.
  let refuse: @Sendable (StoreError) -> Completion

  /// Whether the caller's thread stands still until the answer is there: then it does not go through `deliver`,
  /// which may need that very thread.
  let isAwaited: Bool

  /// Its place among all requests, and when it was asked; set by the queue.
  var number = 0
  var asked: Monotonic = .zero

  var writes: Bool { kind == .write }

  /// A request whose answer is a value, handed out by `deliver`.
  /// - Parameter bytes: about how much memory an answer takes.
  init<Answer: Sendable>(
    _ kind: Kind, _ done: @escaping @Sendable (Result<Answer, StoreError>) -> Void,
    bytes: @escaping @Sendable (Answer) -> Int = { _ in MemoryLayout<Answer>.stride },
    _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) {
    self.init(kind, isAwaited: false, done, bytes, work)
  }

  /// A request whose caller waits.
  init<Answer: Sendable>(
    _ kind: Kind, awaitedBy waiter: Waiter<Answer>, _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) {
    self.init(kind, isAwaited: true, waiter.come, { _ in 0 }, work)
  }

  private init<Answer: Sendable>(
    _ kind: Kind, isAwaited: Bool, _ done: @escaping @Sendable (Result<Answer, StoreError>) -> Void,
    _ bytes: @escaping @Sendable (Answer) -> Int, _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) {
    self.kind = kind
    self.isAwaited = isAwaited
    perform = { core in
      let answer = try work(core)
      return ({ done(.success(answer)) }, bytes(answer))
    }
    refuse = { error in { done(.failure(error)) } }
  }
}
