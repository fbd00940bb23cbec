import RefreshEngine

/// One event of a feed, to be sent again to another engine.
enum FeedEvent {
  case join(ClientID, name: String?)
  case leave(ClientID)
  case sample(ClientID, n: Int, PointerSample)
  case refresh(Edge, key: String?)
  case cancel(RunID)
  case progress(RunID, Double)
  case ended(RunID, SourceResult)
  case committed(RunID, rows: Int)
  case commitFailed(RunID)
  case policy(FeedPolicy)
  case reserved(RunID)
  case wake

  /// What an engine says to an event.
  struct Outcome: Equatable {
    var actions: [Action] = []
    var answer: RefreshAnswer?
    var cancelled: CancelAnswer?
    var error: SampleError?

    /// Whether everybody is to be told who is there.
    var announcesPresence: Bool { actions.contains(.presenceChanged) }

    /// Whether a run starts with it.
    func starts(_ run: RunID) -> Bool {
      actions.contains { if case .start(let started, _) = $0 { started.id == run } else { false } }
    }
  }

  func send(to engine: inout FeedEngine, at now: Milliseconds) -> Outcome {
    var outcome = Outcome()
    switch self {
    case .join(let client, let name): outcome.actions = engine.join(client, name: name, at: now)
    case .leave(let client): outcome.actions = engine.leave(client, at: now)
    case .sample(let client, let n, let sample):
      do throws(SampleError) {
        outcome.actions = try engine.sample(sample, n: n, from: client, at: now)
      } catch {
        outcome.error = error
      }
    case .refresh(let edge, let key):
      let (answer, actions) = engine.refresh(edge: edge, cause: .request, by: Author(), key: key, at: now)
      outcome = Outcome(actions: actions, answer: answer)
    case .cancel(let run):
      let (answer, actions) = engine.cancel(run: run, at: now)
      outcome = Outcome(actions: actions, cancelled: answer)
    case .progress(let run, let value): outcome.actions = engine.progress(run: run, value, at: now)
    case .ended(let run, let result): outcome.actions = engine.sourceEnded(run: run, result, at: now)
    case .committed(let run, let rows):
      outcome.actions = engine.committed(run: run, rows: rows, at: now)
    case .commitFailed(let run):
      outcome.actions = engine.commitFailed(run: run, message: "The disk is full.", at: now)
    case .policy(let policy): outcome.actions = engine.setPolicy(policy, at: now)
    case .reserved(let limit): engine.reserved(runLimit: limit)
    case .wake: outcome.actions = engine.wake(at: now)
    }
    return outcome
  }
}
