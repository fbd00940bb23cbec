import Synchronization

/// The damage that was found in a file, by whatever looked; the first one found stays.
final class Damage: Sendable {
  private let error = Mutex<StoreError?>(nil)
  private let report: @Sendable (StoreError) -> Void

  init(report: @escaping @Sendable (StoreError) -> Void) {
    self.report = report
  }

  /// What was found; it stops all writing.
  var found: StoreError? { error.withLock { $0 } }

  /// Keeps and tells damage, if it is the first.
  @discardableResult
  func note(_ found: StoreError) -> StoreError {
    let isFirst = error.withLock { error in
      if error != nil { return false }
      error = found
      return true
    }
    if isFirst { report(found) }
    return found
  }
}
