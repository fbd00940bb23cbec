import Testing

@testable import RefreshSources

/// Another file in the place of the database that a query was asked of.
@Suite struct ReplacedDatabaseTests {
  private static let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, x); "
  private static let query = "SELECT x, id FROM t WHERE :last IS NULL OR id > :last ORDER BY id"
  private static let rows = table + "INSERT INTO t VALUES (5, 'a'), (6, 'b'), (7, 'c')"

  @Test func `a new database with smaller keys begins anew, and the log is told`() throws {
    let other = OtherDatabase(Self.rows)
    #expect(try other.run(Self.query) == ["a", "b", "c"])
    other.replace(with: Self.table + "INSERT INTO t VALUES (1, 'new'), (2, 'newer')")
    #expect(try other.run(Self.query) == ["new", "newer"])
    #expect(other.notice?.contains("was replaced by another database") == true)
    #expect(try other.run(Self.query) == [])
    #expect(other.notice == nil)
    other.execute("INSERT INTO t VALUES (3, 'newest')")
    #expect(try other.run(Self.query) == ["newest"])
  }

  @Test func `a new database that is empty at first begins anew when it has rows`() throws {
    let other = OtherDatabase(Self.rows)
    #expect(try other.run(Self.query) == ["a", "b", "c"])
    other.replace(with: Self.table)
    #expect(try other.run(Self.query) == [])
    #expect(other.notice == nil)
    other.execute("INSERT INTO t VALUES (1, 'new')")
    #expect(try other.run(Self.query) == ["new"])
    #expect(other.notice != nil)
  }

  @Test(arguments: [query, query + " LIMIT 2"])
  func `a copy of the same goes on`(query: String) throws {
    let other = OtherDatabase(Self.rows)
    #expect(try other.run(query).prefix(2) == ["a", "b"])
    _ = try other.run(query)
    // The first row is gone by then, as with a program that keeps only the last ones.
    other.execute("DELETE FROM t WHERE id = 5; VACUUM INTO '\(other.files.folder)/copy.db'")
    other.replace(by: "copy.db")
    #expect(try other.run(query) == [])
    #expect(other.notice == nil)
    other.execute("INSERT INTO t VALUES (8, 'd')")
    #expect(try other.run(query) == ["d"])
    other.execute("INSERT INTO t VALUES (9, 'e'); VACUUM INTO '\(other.files.folder)/copy.db'")
    other.replace(by: "copy.db")
    #expect(try other.run(query) == ["e"])
    #expect(other.notice == nil)
  }

  @Test func `an earlier copy of the same brings nothing twice, and the log is told once`() throws {
    let other = OtherDatabase(Self.rows)
    #expect(try other.run(Self.query) == ["a", "b", "c"])
    other.execute("VACUUM INTO '\(other.files.folder)/copy.db'; INSERT INTO t VALUES (8, 'd')")
    #expect(try other.run(Self.query) == ["d"])
    other.replace(by: "copy.db")
    #expect(try other.run(Self.query) == [])
    #expect(other.notice?.contains("an earlier state of itself") == true)
    #expect(try other.run(Self.query) == [])
    #expect(other.notice == nil)
  }

  @Test func `places are read as they are kept, and keys alone as they were kept once`() {
    for key in [QueryKey.integer(-7), .text("a:b:\u{301}"), .text(""), .blob([1, 255])] {
      for first in [nil, UInt64.max] {
        let cursor = QueryCursor(file: FileID(device: 2_049, inode: .max), first: first, key: key)
        #expect(QueryCursor(parsing: cursor.text) == cursor)
      }
      #expect(QueryCursor(parsing: key.description) == QueryCursor(file: nil, first: nil, key: key))
    }
    for text in ["", "db1:", "db1:1:2:3", "db1:x:2:3:i:1", "db1:1:2:3:i:"] {
      #expect(QueryCursor(parsing: text) == nil)
    }
  }
}
