import RefreshEngine
import RefreshWire

/// Who waits for one of a feed's runs to end, for its source to stop, or for nothing to be under way. Each is told once.
final class RunWaiters {
  private var ends: [(run: RunID, number: Int, tell: (LastRun?) -> Void)] = []
  /// How many have waited for an end.
  private var numbers = 0
  private var stops: [(run: RunID, tell: () -> Void)] = []
  private var quiet: [() -> Void] = []
  /// How many writes of rows the store has not answered yet.
  var writing = 0

  /// - Returns: by what ``forget(_:)`` finds who waits.
  func onEnd(of run: RunID, _ tell: @escaping (LastRun?) -> Void) -> Int {
    numbers += 1
    ends.append((run, numbers, tell))
    return numbers
  }

  /// Somebody does not wait for an end any more.
  func forget(_ number: Int) { ends.removeAll { $0.number == number } }

  /// How many wait for ends.
  var count: Int { ends.count }

  func onStop(of run: RunID, _ tell: @escaping () -> Void) { stops.append((run, tell)) }

  func onQuiet(_ tell: @escaping () -> Void) { quiet.append(tell) }

  /// A run has ended, or with `nil` will not begin.
  func ended(_ run: RunID, _ last: LastRun?) {
    let told = ends.filter { $0.run == run }
    ends.removeAll { $0.run == run }
    for waiter in told { waiter.tell(last) }
  }

  /// A run's source has truly ended.
  func stopped(_ run: RunID) {
    let told = stops.filter { $0.run == run }
    stops.removeAll { $0.run == run }
    for waiter in told { waiter.tell() }
  }

  /// Tells that all is quiet, if it is.
  func look(isWorking: Bool) {
    guard !isWorking, writing == 0, !quiet.isEmpty else { return }
    let told = quiet
    quiet = []
    for tell in told { tell() }
  }
}
