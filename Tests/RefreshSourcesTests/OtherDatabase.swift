import CSQLite

@testable import RefreshSources

/// A database that another program writes, and a source with a query on it.
final class OtherDatabase {
  let files = FileTrial()
  private var raw: OpaquePointer?

  init(_ sql: String) {
    open()
    execute(sql)
  }

  deinit { sqlite3_close_v2(raw) }

  var path: String { files.folder + "/other.db" }

  private func open() { sqlite3_open(path, &raw) }

  func execute(_ sql: String) { precondition(sqlite3_exec(raw, sql, nil, nil, nil) == SQLITE_OK) }

  /// Makes a file with that in it, and puts it in the place of the database.
  func replace(with sql: String) {
    var new: OpaquePointer?
    sqlite3_open(files.folder + "/new.db", &new)
    precondition(sqlite3_exec(new, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close_v2(new)
    replace(by: "new.db")
  }

  /// Puts a file of the folder in the place of the database.
  func replace(by name: String) {
    sqlite3_close_v2(raw)
    files.move(name, to: "other.db")
    open()
  }

  func run(_ query: String) throws -> [String] {
    try files.run(.sqlite(SQLiteSpec(path: path, query: query)))
  }

  var fault: String {
    if case .failed(_, let words) = files.outcome { words } else { "" }
  }

  var notice: String? {
    if case .ok(let caught) = files.outcome { caught.notice } else { nil }
  }
}
