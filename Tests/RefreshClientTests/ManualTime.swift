import RefreshClient
import Synchronization

/// A clock that stands until the test moves it.
final class ManualTime: Sendable {
  private struct Sleeper {
    let id: Int
    let due: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Guarded {
    var now: Duration = .zero
    var chance = 1.0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextID = 0
    var watchers: [(due: Duration, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let guarded = Mutex(Guarded())

  var client: ClientTime {
    ClientTime(
      now: { self.guarded.withLock { $0.now } }, sleep: { try await self.sleep($0) },
      random: { self.guarded.withLock { $0.chance } })
  }

  /// What the next waits are measured by: 1 is the longest.
  func setChance(_ chance: Double) { guarded.withLock { $0.chance = chance } }

  /// Moves the clock and wakes who is due.
  func advance(by duration: Duration) {
    guarded.withLock { guarded in
      guarded.now += duration
      for sleeper in guarded.sleepers where sleeper.due <= guarded.now { sleeper.continuation.resume() }
      guarded.sleepers.removeAll { $0.due <= guarded.now }
    }
  }

  /// Waits until somebody sleeps for exactly `duration` from now.
  func sleeper(for duration: Duration) async {
    await withCheckedContinuation { continuation in
      guarded.withLock { guarded in
        let due = guarded.now + duration
        if guarded.sleepers.contains(where: { $0.due == due }) {
          continuation.resume()
        } else {
          guarded.watchers.append((due, continuation))
        }
      }
    }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = guarded.withLock { guarded in
      guarded.nextID += 1
      return guarded.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guarded.withLock { guarded in
          if guarded.cancelled.remove(id) != nil {
            continuation.resume(throwing: CancellationError())
            return
          }
          let due = guarded.now + duration
          guarded.sleepers.append(Sleeper(id: id, due: due, continuation: continuation))
          for watcher in guarded.watchers where watcher.due == due { watcher.continuation.resume() }
          guarded.watchers.removeAll { $0.due == due }
        }
      }
    } onCancel: {
      guarded.withLock { guarded in
        guard let at = guarded.sleepers.firstIndex(where: { $0.id == id }) else {
          guarded.cancelled.insert(id)
          return
        }
        guarded.sleepers.remove(at: at).continuation.resume(throwing: CancellationError())
      }
    }
  }
}
