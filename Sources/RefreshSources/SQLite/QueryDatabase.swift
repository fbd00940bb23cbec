import CSQLite
import Glibc

/// Another program's database, open for reading alone.
final class QueryDatabase {
  /// How long a lock of another program is waited for, in milliseconds.
  static let patience = 5_000

  let path: String
  /// Which file that is.
  let file: FileID
  let permission = QueryPermission()
  let raw: OpaquePointer
  private let interrupt: Interrupt
  private let functions: PairFunctions

  /// - Parameter isStopped: asked again and again while a query works.
  init(_ path: String, _ isStopped: @escaping () -> Bool) throws(QueryError) {
    self.path = path
    interrupt = Interrupt(isStopped)
    // In words of files first, and so that no pipe is waited for.
    do { file = try OpenFile(path).id() } catch { throw QueryError(error) }
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
    QueryPermission.limit(raw)
    sqlite3_set_authorizer(raw, isAllowed, Unmanaged.passUnretained(permission).toOpaque())
    var status = stat()
    guard stat(path, &status) == 0,
      file == FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    else {
      throw QueryError(
        "\(path) was replaced while it was opened", advice: "wait until that is over", code: .output)
    }
  }

  deinit { sqlite3_close_v2(raw) }

  var isStopped: Bool { interrupt.isStopped() }

  /// What it has just met.
  func fault(_ code: Int32) -> QueryError {
    if let refused = permission.refused, [SQLITE_AUTH, SQLITE_ERROR].contains(code & 0xFF) {
      return QueryError(
        "The query may only read tables of the database, and \(refused) does more or takes long",
        advice: "have it do without that in the configuration")
    }
    return QueryError(code, on: raw, path)
  }
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

/// Merging two JSON objects takes as long as the product of their sizes, and the functions of full-text search that show
/// matches as long as the square of the matches in a text.
private let deniedFunctions: Set = [
  "load_extension", "json_patch", "jsonb_patch", "snippet", "highlight", "offsets",
]

/// Reading tables and calling functions, nothing else.
private func isAllowed(
  _ context: UnsafeMutableRawPointer?, _ action: Int32, _ one: UnsafePointer<CChar>?,
  _ two: UnsafePointer<CChar>?,
  _ database: UnsafePointer<CChar>?, _ trigger: UnsafePointer<CChar>?
) -> Int32 {
  let permission = Unmanaged<QueryPermission>.fromOpaque(context!).takeUnretainedValue()
  permission.look(at: action)
  return switch action {
  case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
  case SQLITE_FUNCTION:
    two.map { deniedFunctions.contains(String(cString: $0).lowercased()) } ?? true ? SQLITE_DENY : SQLITE_OK
  default:
    permission.allows(action, one.map { String(cString: $0) }, two.map { String(cString: $0) })
      ? SQLITE_OK : SQLITE_DENY
  }
}
