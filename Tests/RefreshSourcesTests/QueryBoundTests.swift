import CSQLite
import RefreshLoop
import Testing

@testable import RefreshSources

/// Queries that would keep a thread within a single step.
@Suite struct QueryBoundTests {
  /// A database with a view, and what a query on it comes to.
  private final class Other {
    let files = FileTrial()
    var raw: OpaquePointer?

    init() {
      sqlite3_open(path, &raw)
      execute("CREATE TABLE t(x); CREATE VIEW v AS SELECT trim(replace(x, 'b', 'c'), 'a') AS x FROM t")
    }

    deinit { sqlite3_close_v2(raw) }

    var path: String { files.folder + "/other.db" }

    func execute(_ sql: String) { precondition(sqlite3_exec(raw, sql, nil, nil, nil) == SQLITE_OK) }

    func run(_ query: String) throws -> [String] {
      try files.run(.sqlite(SQLiteSpec(path: path, query: query)))
    }

    var fault: String {
      if case .failed(_, let words) = files.outcome { words } else { "" }
    }
  }

  @Test(arguments: [
    (
      "trim(hex(zeroblob(1000000)), replace(hex(zeroblob(1000000)), '00', 'b') || '0')",
      "trim of a text of 2000000 bytes"
    ),
    (
      "ltrim(hex(zeroblob(1000000)), replace(hex(zeroblob(1000000)), '00', 'b') || '0')",
      "with one of 1000001 would take too long"
    ),
    (
      "rtrim(hex(zeroblob(1000000)), replace(hex(zeroblob(1000000)), '00', 'b') || '0')",
      "would take too long"
    ),
    ("instr(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1')", "instr of a text of 4000000 bytes"),
    (
      "replace(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1', '')",
      "replace of a text of 4000000 bytes"
    ),
    ("'a' LIKE '%' || hex(zeroblob(1000)) || '1%'", "pattern too complex"),
    ("'a' GLOB '*' || hex(zeroblob(1000)) || '1*'", "pattern too complex"),
    (
      "hex(zeroblob(2000000)) LIKE '%' || hex(zeroblob(20)) || '1'",
      "like of a text of 4000000 bytes with one of 42"
    ),
    ("hex(zeroblob(2000000)) LIKE '%' || hex(zeroblob(20)) ESCAPE '1'", "would take too long"),
    (
      "hex(zeroblob(2000000)) GLOB '*' || replace(hex(zeroblob(6)), '0', '[0-9]') || 'x'",
      "glob of a text of 4000000 bytes with one of 62"
    ),
    ("length(randomblob(5000000))", "a text or blob of more than 4194304 bytes"),
    ("replace(hex(zeroblob(2000000)), '0', 'abc')", "a text or blob of more than 4194304 bytes"),
    ("json_patch('{}', '{}')", "not authorized to use function: json_patch"),
  ])
  func `one step that would take long is refused in words, at once`(value: String, words: String) throws {
    let other = Other()
    let trial = try SourceTrial()
    trial.run(SQLiteSpec(path: other.path, query: "SELECT \(value)").source(limits: SourceLimits()))
    #expect(trial.failure?.message.contains(words) == true, "\(trial.outcomes)")
    #expect(trial.failure?.message.contains("Nothing was added; ") == true)
    // Without bounds most of them take minutes.
    #expect(trial.took < 20_000)
  }

  @Test(arguments: ["json_patch", "jsonb_patch", "JSONB_Patch", "load_extension"])
  func `functions that may take long or run code are denied, also those of another SQLite`(name: String)
    throws
  {
    let other = Other()
    let database = try QueryDatabase(other.path) { false }
    // As a newer SQLite would have it.
    sqlite3_create_function_v2(database.raw, name, 2, SQLITE_UTF8, nil, { _, _, _ in }, nil, nil, nil)
    func prepare(_ function: String) -> Int32 {
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      return sqlite3_prepare_v2(database.raw, "SELECT \(function)('{}', '{}')", -1, &statement, nil) & 0xFF
    }
    #expect(prepare(name) == SQLITE_AUTH || prepare(name) == SQLITE_ERROR)
    #expect(String(cString: sqlite3_errmsg(database.raw)).contains("not authorized"))
    #expect(prepare("max") == SQLITE_OK)
  }

  @Test func `views that multiply are refused`() throws {
    let other = Other()
    other.execute("CREATE VIEW v0 AS SELECT x FROM t")
    for number in 1...13 {
      other.execute(
        "CREATE VIEW v\(number) AS SELECT x FROM v\(number - 1) UNION ALL SELECT x FROM v\(number - 1)")
    }
    #expect(try other.run("SELECT x FROM v13") == [])
    #expect(other.fault.contains("has more than 25000 steps"), "\(other.fault)")
  }

  @Test func `a value beyond the limit is told, and can be left out`() throws {
    let other = Other()
    other.execute("INSERT INTO t VALUES (zeroblob(5000000)), ('b')")
    #expect(try other.run("SELECT x FROM t") == [])
    #expect(other.fault.contains("have it leave out the rows that hold such a one"), "\(other.fault)")
    #expect(try other.run("SELECT x FROM t WHERE typeof(x) = 'text'") == ["b"])
  }

  @Test(arguments: [
    "instr('häuser', 'u')", "instr(x'010203', x'03')", "instr(NULL, 'a')", "instr(12345, 34)",
    "replace('aXbX', 'X', 'yy')", "replace('a', '', 'b')", "replace(1.5, '.', ',')",
    "replace('a', NULL, 'b')",
    "trim('  a ')", "trim('xxaxx', 'x')", "trim('ähä', 'ä')", "ltrim('xxaxx', 'x')", "rtrim('xxaxx', 'x')",
    "'aXb' LIKE 'Ax_'", "'a%b' LIKE 'a!%b' ESCAPE '!'", "x'41' LIKE 'a'", "12 LIKE '1%'", "NULL LIKE 'a'",
    "'äÖ' LIKE 'ä_'", "'aXb' GLOB 'a[W-Y]*'", "'aXb' GLOB 'ax*'", "hex(zeroblob(2000000)) LIKE '%1'",
    "typeof(trim(7, 'x'))", "trim('a', '')", "hex(trim(x'414241', 'A'))",
  ])
  func `the functions that are looked at do what SQLite's own do`(value: String) throws {
    let other = Other()
    var own: OpaquePointer?
    sqlite3_prepare_v2(other.raw, "SELECT coalesce(\(value), 'none')", -1, &own, nil)
    defer { sqlite3_finalize(own) }
    #expect(sqlite3_step(own) == SQLITE_ROW)
    let wanted = String(cString: sqlite3_column_text(own, 0))
    #expect(try other.run("SELECT coalesce(\(value), 'none')") == [wanted])
  }

  @Test func `views and indexes of the other program may use them`() throws {
    let other = Other()
    other.execute("CREATE INDEX i ON t(instr(x, 'b')); INSERT INTO t VALUES ('abba'), ('none')")
    #expect(try other.run("SELECT x FROM v") == ["cc", "none"])
    #expect(try other.run("SELECT x FROM t WHERE instr(x, 'b') = 2") == ["abba"])
  }
}
