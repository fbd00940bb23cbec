/// How a command ended, as scripts read it.
public enum ExitStatus: Int32, Sendable {
  /// As asked.
  case ok = 0
  /// It did not work.
  case failed = 1
  /// The run was cancelled.
  case cancelled = 2
  /// The server does not do it: a cooldown, no policy, a token that is missing or not for this, no such feed.
  case refused = 3
  /// The server cannot be reached, or does not answer in time.
  case connection = 4
  /// The command line is wrong.
  case usage = 64
  /// SIGHUP came before the end, as from a terminal that is closed.
  case hungUp = 129
  /// Ctrl-C came before the end, as shells tell it.
  case interrupted = 130
  /// SIGTERM came before the end.
  case terminated = 143
}

/// Why a command ends early, with its exit status.
struct CommandError: Error, Equatable {
  let status: ExitStatus
  /// What happened and what to do about it; empty where there is nobody left to tell.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Whoever read standard output has gone: no mistake, and nothing to say.
  static let outputClosed = CommandError(.ok, "")
}
