/// What is called when a request's outcome is certain.
typealias Completion = @Sendable () -> Void

/// One piece of work for the store's thread.
struct Request: Sendable {
  /// Whether it changes the database: then it runs in a transaction, and ends with that one's commit.
  let writes: Bool
  /// Does the work; may be called again after the transaction was taken back.
  ///
  /// Throws a ``StoreError`` for what is wrong with the request itself, before any change; a ``SQLiteError``
  /// otherwise, which ends the transaction.
  let perform: @Sendable (StoreCore) throws -> Completion
  /// Makes the answer of a failure.
  let refuse: @Sendable (StoreError) -> Completion

  /// Whether the caller's thread stands still until the answer is there: then it does not go through `deliver`,
  /// which may need that very thread.
  let isAwaited: Bool

  /// A request whose answer is a value, handed out by `deliver`.
  init<Answer: Sendable>(
    writes: Bool, _ done: @escaping @Sendable (Result<Answer, StoreError>) -> Void,
    _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) {
    self.init(writes: writes, isAwaited: false, done, work)
  }

  /// A request whose caller waits.
  init<Answer: Sendable>(
    writes: Bool, awaitedBy waiter: Waiter<Answer>, _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) {
    self.init(writes: writes, isAwaited: true, waiter.come, work)
  }

  private init<Answer: Sendable>(
    writes: Bool, isAwaited: Bool, _ done: @escaping @Sendable (Result<Answer, StoreError>) -> Void,
    _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) {
    self.writes = writes
    self.isAwaited = isAwaited
    perform = { core in
      let answer = try work(core)
      return { done(.success(answer)) }
    }
    refuse = { error in { done(.failure(error)) } }
  }
}
