import RefreshEngine
import RefreshWire

// A run in the server's log.

extension Run {
  /// Who caused it, if that is known.
  var byWords: String { by.name.map { " by \($0)" } ?? "" }
}

extension RunEnd {
  /// How it ended.
  var words: String {
    switch outcome {
    case .ok: "ended ok, \(Counted.words(rows, "row"))\(truncated ? ", truncated" : "")"
    case .failed: "failed: \(error.map { "\($0.code.rawValue): \($0.message)" } ?? "")"
    case .cancelled: "was cancelled"
    }
  }
}

extension Log {
  /// What a source has to say to the operator though its run went well.
  func warn(of notice: String, in run: Run, of feed: FeedName) {
    warning("feed \(feed.text): run \(run.id): \(notice)", run.subject(of: feed))
  }
}

/// What is told of a run's end beside how it ended.
struct RunNote: Equatable {
  var level = LogLevel.info
  var words = ""
}

extension Run {
  /// What a line of the log about it is about.
  func subject(of feed: FeedName) -> LogSubject {
    LogSubject(feed: feed.text, run: id, client: by.client?.text)
  }
}
