import CSQLite
import Glibc

/// What a query may do beside reading tables and calling functions, and what it may not: virtual tables come from here.
///
/// To connect to a virtual table SQLite prepares statements of that table's own, and asks about them as it asks about the
/// query. None of them writes: the file is open for reading alone, and a query that is no SELECT is refused for that.
final class QueryPermission {
  /// The kinds of virtual tables that a query may use. With any other one row could mean to read the whole file.
  private static let modules = [
    "fts3", "fts4", "fts4aux", "fts5", "fts5vocab", "json_each", "json_tree", "rtree", "rtree_i32",
  ]
  /// What virtual tables ask for when a query connects to them.
  private static let connecting: Set<String> = ["page_size", "data_version"]
  /// Those that set something if they have an argument.
  private static let facts: Set<String> = [
    "application_id", "collation_list", "compile_options", "data_version", "database_list", "encoding",
    "freelist_count", "function_list", "module_list", "page_count", "page_size", "pragma_list",
    "schema_version", "user_version",
  ]
  /// Those whose argument is the name of what they tell of.
  private static let descriptions: Set<String> = [
    "foreign_key_list", "index_info", "index_list", "index_xinfo", "table_info", "table_list",
    "table_xinfo",
  ]

  /// Whether the query is prepared; `pragma_table_info` and the like ask only then.
  var isRunning = false
  /// Whether any SELECT has been seen.
  private(set) var hasSelect = false
  /// The pragma that was refused.
  private(set) var refused: String?

  /// Leaves a connection only those kinds of virtual tables.
  static func limit(_ connection: OpaquePointer) {
    let names = modules.map { strdup($0) }
    defer { for name in names { free(name) } }
    var kept: [UnsafePointer<CChar>?] = names.map { UnsafePointer($0) } + [nil]
    sqlite3_drop_modules(connection, &kept)
    csqlite_configure(connection, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0)
  }

  func look(at action: Int32) { hasSelect = hasSelect || action == SQLITE_SELECT }

  /// - Parameters:
  ///   - one: the table, or the pragma.
  ///   - two: the pragma's argument.
  func allows(_ action: Int32, _ one: String?, _ two: String?) -> Bool {
    guard let one else { return false }
    switch action {
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      // A virtual table tells its columns as if it were created, and an R-tree prepares at once what it would write with.
      return (one == "sqlite_master" && action != SQLITE_DELETE)
        || ["_node", "_rowid", "_parent"].contains { one.hasSuffix($0) }
    case SQLITE_PRAGMA:
      let name = one.lowercased()
      let isAllowed =
        if isRunning {
          Self.descriptions.contains(name) || (Self.facts.contains(name) && two == nil)
        } else {
          Self.connecting.contains(name) && two == nil
        }
      if !isAllowed { refused = "pragma_\(name)" }
      return isAllowed
    default: return false
    }
  }
}
