import CSQLite
import Synchronization

/// SQLite's look at a whole file; the quick one takes about 250 ms for a million rows.
enum IntegrityCheck {
  /// The first thing wrong with the file, in SQLite's words; `nil` if there is none.
  ///
  /// - Throws: also when a page could not be read, which SQLite answers as if it were wrong: that says nothing of what is
  ///   in the file.
  static func problem(in connection: Connection, isQuick: Bool = true) throws(SQLiteError) -> String? {
    let answer = try connection.text("PRAGMA \(isQuick ? "quick" : "integrity")_check(1)")
    if let code = unread(answer) { throw SQLiteError(code, on: nil) }
    return answer == "ok" ? nil : answer
  }

  /// The code of "unable to get the page. error code=266", if it is not that of a damaged file.
  private static func unread(_ answer: String) -> Int32? {
    guard answer.contains("unable to get the page. error code="),
      let code = answer.split(separator: "=").last.flatMap({ Int32($0.prefix { $0.isNumber }) })
    else { return nil }
    return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff) ? nil : code
  }
}

/// The check in the background, on a connection that can only read, while the store is at work.
final class BackgroundCheck: Sendable {
  private let stop = StopFlag()
  private let end = Waiter<Void>()

  /// Starts it; what it finds is noted in `damage`.
  init(_ file: String, damage: Damage) {
    // The store may stay open for weeks; a thread that is waited for would keep its stack until then.
    StoreThread { [stop, end] in
      Self.run(file, damage, until: stop)
      end.come(.success(()))
    }.detach()
  }

  private static func run(_ file: String, _ damage: Damage, until stop: StopFlag) {
    do {
      let connection = try Connection.reader(file)
      sqlite3_progress_handler(
        connection.raw, 10_000, checkGoesOn, Unmanaged.passUnretained(stop).toOpaque())
      if let problem = try IntegrityCheck.problem(in: connection) { damage.note(.damage(file, problem)) }
    } catch {
      let words = StoreError(error, file: file)
      // Stopped, or kept from reading: the store's own work would meet a lasting cause of that too.
      if words.code == .damaged { damage.note(words) }
    }
  }

  /// Ends it, at the next occasion, and waits until it has let go of the file.
  func finish() {
    stop.isSet.store(true, ordering: .relaxed)
    _ = end.wait()
  }
}

private final class StopFlag: Sendable {
  let isSet = Atomic(false)
}

private func checkGoesOn(_ argument: UnsafeMutableRawPointer?) -> Int32 {
  Unmanaged<StopFlag>.fromOpaque(argument!).takeUnretainedValue().isSet.load(ordering: .relaxed) ? 1 : 0
}
