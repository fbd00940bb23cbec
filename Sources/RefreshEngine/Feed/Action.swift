/// What the caller must carry out after an event, in the order given.
public enum Action: Equatable, Sendable {
  /// Tell this client, and only it, about its gesture.
  case pull(ClientID, PullReport)
  /// Run the source for this run. The engine itself ends the run at the instant `deadline` of its clock.
  case start(Run, deadline: Milliseconds)
  /// Stop the source of this run for real: the run has been cancelled, or its deadline has passed.
  case stop(RunID)
  /// Commit the rows that the source brought for this run; answer with `committed` or `commitFailed`.
  case commit(RunID)
  /// The run has ended: once for each started run, and before the `stateChanged` that shows it.
  case ended(RunEnd)
  /// Broadcast the state: `phase` and `last`.
  case stateChanged
  /// Broadcast `broadcastPresence()`; comes no more often than the settings allow.
  case presenceChanged
}
