import CSQLite
import Glibc

/// Another program's database, open for reading alone.
final class QueryDatabase {
  /// How long a lock of another program is waited for, in milliseconds.
  static let patience = 5_000

  let path: String
  let raw: OpaquePointer
  private let interrupt: Interrupt
  private let functions: PairFunctions

  /// - Parameter isStopped: asked again and again while a query works.
  init(_ path: String, _ isStopped: @escaping () -> Bool) throws(QueryError) {
    self.path = path
    interrupt = Interrupt(isStopped)
    // In words of files first, and so that no pipe is waited for.
    do { _ = try OpenFile(path) } catch { throw QueryError(error) }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw QueryError(code, on: handle, path)
    }
    do {
      functions = try PairFunctions(on: handle)
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
    raw = handle
    // What the other program's schema says runs nothing here, and its log stays its own business.
    csqlite_configure(raw, SQLITE_DBCONFIG_DEFENSIVE, 1)
    csqlite_configure(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    csqlite_configure(raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    QueryLimits.set(on: raw)
    let me = Unmanaged.passUnretained(interrupt).toOpaque()
    sqlite3_progress_handler(raw, 1_000, isToEnd, me)
    sqlite3_busy_handler(raw, isToWait, me)
    let closed = sqlite3_exec(raw, "PRAGMA query_only = 1", nil, nil, nil)
    guard closed == SQLITE_OK else { throw QueryError(closed, on: raw, path) }
    sqlite3_set_authorizer(raw, isAllowed, nil)
  }

  deinit { sqlite3_close_v2(raw) }
}

/// Whether a query is to end, and how long it has waited for a lock.
private final class Interrupt {
  let isStopped: () -> Bool
  var waited = 0

  init(_ isStopped: @escaping () -> Bool) { self.isStopped = isStopped }
}

private func isToEnd(_ context: UnsafeMutableRawPointer?) -> Int32 {
  Unmanaged<Interrupt>.fromOpaque(context!).takeUnretainedValue().isStopped() ? 1 : 0
}

private func isToWait(_ context: UnsafeMutableRawPointer?, _ times: Int32) -> Int32 {
  let interrupt = Unmanaged<Interrupt>.fromOpaque(context!).takeUnretainedValue()
  guard !interrupt.isStopped(), interrupt.waited < QueryDatabase.patience else { return 0 }
  interrupt.waited += 10
  usleep(10_000)
  return 1
}

/// Merging two JSON objects takes as long as the product of their sizes.
private let deniedFunctions: Set = ["load_extension", "json_patch", "jsonb_patch"]

/// Reading tables and calling functions, nothing else.
private func isAllowed(
  _ context: UnsafeMutableRawPointer?, _ action: Int32, _ one: UnsafePointer<CChar>?,
  _ two: UnsafePointer<CChar>?,
  _ database: UnsafePointer<CChar>?, _ trigger: UnsafePointer<CChar>?
) -> Int32 {
  switch action {
  case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
  case SQLITE_FUNCTION:
    two.map { deniedFunctions.contains(String(cString: $0).lowercased()) } ?? true ? SQLITE_DENY : SQLITE_OK
  default: SQLITE_DENY
  }
}
