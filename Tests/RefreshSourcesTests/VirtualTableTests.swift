import Testing

@testable import RefreshSources

/// Queries on virtual tables of another program's database, and on functions that stand for tables.
@Suite struct VirtualTableTests {
  private static let tables = """
    CREATE VIRTUAL TABLE f USING fts5(b); INSERT INTO f VALUES ('hello world'), ('bye');
    CREATE VIRTUAL TABLE words USING fts5vocab(f, row);
    CREATE VIRTUAL TABLE f4 USING fts4(b); INSERT INTO f4 VALUES ('hello'), ('bye');
    CREATE VIRTUAL TABLE r USING rtree(id, a, b, +name); INSERT INTO r VALUES (1, 0, 1, 'one'), (2, 5, 6, 'two');
    CREATE TABLE docs(id INTEGER PRIMARY KEY, tags TEXT); INSERT INTO docs VALUES (1, '["a","b"]');
    CREATE VIEW found AS SELECT j.value AS b FROM docs, json_each(docs.tags) j;
    """

  @Test(arguments: [
    ("SELECT b, rowid FROM f WHERE f MATCH 'hello'", ["hello world"]),
    ("SELECT b FROM f WHERE f MATCH 'hello OR bye' ORDER BY rank, rowid", ["bye", "hello world"]),
    ("SELECT typeof(bm25(f)) FROM f WHERE f MATCH 'bye'", ["real"]),
    ("SELECT b FROM found", ["a", "b"]),
    ("SELECT term FROM words ORDER BY term", ["bye", "hello", "world"]),
    ("SELECT b, rowid FROM f4 WHERE b MATCH 'hello'", ["hello"]),
    ("SELECT name, id FROM r WHERE a > 1", ["two"]),
    ("SELECT j.value, d.id FROM docs d, json_each(d.tags) j", ["a", "b"]),
    ("SELECT j.fullkey FROM docs d, json_tree(d.tags) j", ["$", "$[0]", "$[1]"]),
    ("SELECT name FROM pragma_table_info('docs')", ["id", "tags"]),
    ("SELECT count(*) FROM pragma_table_list WHERE name = 'r'", ["1"]),
    ("SELECT * FROM pragma_user_version", ["0"]),
  ])
  func `they bring rows`(query: String, rows: [String]) throws {
    let other = OtherDatabase(Self.tables)
    #expect(try other.run(query) == rows, "\(other.fault)")
  }

  @Test func `full-text search goes on after the last key`() throws {
    let other = OtherDatabase(Self.tables)
    let query =
      "SELECT b, rowid FROM f WHERE f MATCH 'hello' AND (:last IS NULL OR rowid > :last) ORDER BY rowid"
    #expect(try other.run(query) == ["hello world"])
    other.execute("INSERT INTO f VALUES ('not this'), ('hello again')")
    #expect(try other.run(query) == ["hello again"])
  }

  @Test(arguments: [
    ("INSERT INTO f VALUES ('x')", "may only read"),
    ("INSERT INTO f(f) VALUES ('optimize')", "may only read"),
    ("DELETE FROM f_data RETURNING id", "f_data may not be modified"),
    ("DELETE FROM r_node RETURNING nodeno", "r_node may not be modified"),
    ("DELETE FROM own_node RETURNING x", "no SELECT"),
    ("INSERT INTO own_rowid VALUES (1) RETURNING x", "no SELECT"),
    ("UPDATE sqlite_master SET sql = '' RETURNING sql", "may not be modified"),
    ("CREATE VIRTUAL TABLE temp.x USING fts5(b)", "may only read"),
    ("SELECT optimize(f4) FROM f4", "may only read"),
    ("SELECT fts3_tokenizer('simple', x'0000000000000000')", "disabled"),
    ("SELECT snippet(f, 0, '', '', '', 10) FROM f WHERE f MATCH 'bye'", "function: snippet"),
    ("SELECT Highlight(f, 0, '', '') FROM f WHERE f MATCH 'bye'", "function: Highlight"),
    ("SELECT offsets(f4) FROM f4 WHERE b MATCH 'bye'", "function: offsets"),
    ("SELECT * FROM pragma_integrity_check", "pragma_integrity_check does more or takes long"),
    ("SELECT * FROM pragma_journal_mode", "pragma_journal_mode does more"),
    ("SELECT * FROM pragma_optimize", "pragma_optimize does more"),
    ("SELECT count(*) FROM dbstat", "no such table: dbstat"),
    ("SELECT sql FROM sqlite_stmt", "no such table: sqlite_stmt"),
    ("SELECT value FROM json_each('[')", "malformed JSON"),
  ])
  func `what would write, load or take long is refused and named`(query: String, words: String) throws {
    let other = OtherDatabase(
      Self.tables + "CREATE TABLE own_node(x); CREATE TABLE own_rowid(x); INSERT INTO own_node VALUES (1);")
    let before = other.files.contents("other.db").utf8.count
    #expect(try other.run(query) == [])
    #expect(other.fault.contains(words), "\(other.fault)")
    #expect(other.fault.contains("Nothing was added; "))
    #expect(other.files.contents("other.db").utf8.count == before)
    #expect(try other.run("SELECT count(*) FROM own_node") == ["1"])
    #expect(try other.run("SELECT count(*) FROM own_rowid") == ["0"])
  }

  @Test func `one without end is stopped`() throws {
    let other = OtherDatabase(Self.tables)
    let trial = try SourceTrial()
    let list = "json_each('[\(Array(repeating: "1", count: 1_000).joined(separator: ","))]')"
    let query = "SELECT count(*) FROM \(list), \(list), \(list), \(list)"
    trial.run(SQLiteSpec(path: other.path, query: query).source(limits: SourceLimits()), stopAfter: 50)
    #expect(trial.outcomes == [.cancelled])
  }
}
