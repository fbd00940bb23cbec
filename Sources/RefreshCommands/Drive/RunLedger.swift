import RefreshEngine
import RefreshWire

/// The runs of a drive as the server has them: whether there was ever more than one at a time.
struct RunLedger {
  private var runs: [RunID: LastRun] = [:]
  /// The last run before the drive.
  private let before: RunID

  init(before: RunID) { self.before = before }

  var count: Int { runs.count }

  mutating func take(_ list: [LastRun]) {
    for run in list where run.end.run.id > before { runs[run.end.run.id] = run }
  }

  /// The runs that began before the one before them had ended, in words.
  var overlaps: [String] {
    let order = runs.values.sorted { $0.end.run.id < $1.end.run.id }
    return zip(order, order.dropFirst()).compactMap { one, next in
      guard next.started < one.ended else { return nil }
      return
        "run \(next.end.run.id) began \(one.ended - next.started) ms before run \(one.end.run.id) had ended"
    }
  }
}
