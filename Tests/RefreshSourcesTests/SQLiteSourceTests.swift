import Testing

@testable import RefreshSources

/// Rows of another program's database.
@Suite struct SQLiteSourceTests {
  private typealias Other = OtherDatabase

  private static let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, x); "
  private static let query = "SELECT x, id FROM t WHERE :last IS NULL OR id > :last ORDER BY id"

  @Test(arguments: ["DELETE", "WAL"])
  func `each run brings what came after the last key`(journal: String) throws {
    let other = Other(
      "PRAGMA journal_mode = \(journal); " + Self.table + "INSERT INTO t(x) VALUES ('a'), ('b')")
    #expect(try other.run(Self.query) == ["a", "b"])
    #expect(try other.run(Self.query) == [])
    other.execute("INSERT INTO t(id, x) VALUES (10, 'c'), (9, 'd'), (11, NULL)")
    #expect(try other.run(Self.query) == ["d", "c"])
    #expect(other.files.cursor?.hasSuffix(":i:11") == true)
    guard case .ok(let caught) = other.files.outcome else { return }
    #expect(caught.rows.map(\.key) == ["9", "10"])
  }

  @Test func `keys of every type keep their type`() throws {
    let other = Other("CREATE TABLE t(x, k); INSERT INTO t VALUES ('a', 1.5), ('b', 'k''1'), ('c', x'00ff')")
    let query = "SELECT x, k FROM t WHERE :last IS NULL OR k > :last ORDER BY k"
    other.files.limits.rows = 1
    #expect(try other.run(query) == ["a"])
    #expect(other.files.isTruncated)
    #expect(try other.run(query) == ["b"])
    #expect(try other.run(query) == ["c"])
    #expect(!other.files.isTruncated)
    #expect(try other.run(query) == [])
    let keys: [QueryKey] = [
      .null, .integer(.min), .real(-0.1), .text(""), .text("ä:b"), .blob([]), .blob([0, 255]),
    ]
    for key in keys + [.text("\u{301}a"), .text("\u{301}")] {
      #expect(QueryKey(parsing: key.description) == key)
    }
    for text in ["", "x:1", "i:", "i:1.5", "b:0", "b:zz"] { #expect(QueryKey(parsing: text) == nil) }
  }

  @Test func `a key that is text and not UTF-8 is refused, since it would come back as another`() throws {
    let other = Other("CREATE TABLE t(x, k); INSERT INTO t VALUES ('a', CAST(x'E931' AS TEXT))")
    #expect(try other.run("SELECT x, k FROM t WHERE :last IS NULL OR k > :last ORDER BY k") == [])
    #expect(other.fault.contains("not UTF-8"), "\(other.fault)")
  }

  @Test func `other columns become text, in databases of any encoding`() throws {
    let other = Other(
      "PRAGMA encoding = 'UTF-16'; " + Self.table
        + "INSERT INTO t(x) VALUES (7), (1.5), (x'41ff'), ('é' || char(10) || 'b' || char(1))")
    #expect(try other.run("SELECT x FROM t ORDER BY id") == ["7", "1.5", "A\u{FFFD}", "é\nb\u{FFFD}"])
    #expect(other.files.cursor == nil)
  }

  @Test(arguments: [
    ("INSERT INTO t(x) VALUES (1)", "may only read"), ("DELETE FROM t RETURNING x", "may only read"),
    ("ATTACH '/tmp/x' AS y", "may only read"), ("PRAGMA user_version", "may only read"),
    ("PRAGMA page_size", "no SELECT"),
    ("SELECT load_extension('x')", "not authorized"), ("BEGIN", "may only read"),
    ("SELECT 1; SELECT 2", "more than one statement"), ("SELECT 1; DROP TABLE t", "more than one statement"),
    ("-- nothing", "The query is empty"), ("SELECT x, id, 1 FROM t", "brings 3 columns"),
    ("SELECT x, id FROM t WHERE id > ?", "has the parameter ?"),
    ("SELECT x, id FROM t WHERE id > :first", "has the parameter :first"),
    ("SELECT x FROM t WHERE id > :last", "brings no key"), ("SELECT y FROM t", "no such column: y"),
    ("EXPLAIN SELECT 1", "no SELECT"), ("SELECT zeroblob(100000000)", "too big"),
    ("SELECT 'x', zeroblob(5000)", "key of more than 4096 bytes"),
  ])
  func `anything but one SELECT with text and key is refused in words`(query: String, words: String) throws {
    let other = Other(Self.table + "INSERT INTO t(x) VALUES (1)")
    #expect(try other.run(query) == [])
    #expect(other.fault.contains(words), "\(other.fault)")
    #expect(other.fault.contains("Nothing was added; "))
  }

  @Test func `a remark behind the query is none`() throws {
    let other = Other(Self.table + "INSERT INTO t(x) VALUES (1)")
    #expect(try other.run("SELECT x FROM t; -- all of it\n ") == ["1"])
  }

  @Test func `a query without end is stopped`() throws {
    let other = Other(Self.table)
    let trial = try SourceTrial()
    let query = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    trial.run(SQLiteSpec(path: other.path, query: query).source(limits: SourceLimits()), stopAfter: 50)
    #expect(trial.outcomes == [.cancelled])
  }

  @Test func `a lock of the other program is waited for, and a stop ends the wait`() throws {
    let other = Other(Self.table)
    other.execute("BEGIN EXCLUSIVE")
    let trial = try SourceTrial()
    trial.run(SQLiteSpec(path: other.path, query: Self.query).source(limits: SourceLimits()), stopAfter: 50)
    #expect(trial.outcomes == [.cancelled])
    #expect(trial.took < QueryDatabase.patience)
  }

  @Test func `what is no database is told so`() throws {
    let other = Other(Self.table)
    make(other.files.path, String(repeating: "not a database ", count: 100))
    _ = try other.files.run(.sqlite(SQLiteSpec(path: other.files.path, query: "SELECT 1 FROM t")))
    #expect(other.files.words.contains("is no SQLite database"))
    _ = try other.files.run(.sqlite(SQLiteSpec(path: other.files.folder + "/none.db", query: "SELECT 1")))
    #expect(other.files.words.contains("is not there"))
    _ = try other.files.run(.sqlite(SQLiteSpec(path: other.files.folder, query: "SELECT 1")))
    #expect(other.files.words.contains("is a folder, not a file"))
  }

  @Test func `settings that cannot be used are told by field`() {
    #expect(SQLiteSpec(path: "", query: " ").mistakes.map(\.field) == ["path", "query"])
    #expect(SQLiteSpec(path: "a\0", query: "\0").mistakes.map(\.field) == ["path", "query"])
    #expect(FileSpec(path: "").mistakes.map(\.field) == ["path"])
    #expect(DirectorySpec(path: "").mistakes.map(\.field) == ["path"])
  }
}
