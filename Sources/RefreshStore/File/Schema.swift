/// The tables of the database, and how an older file comes to have them.
enum Schema {
  /// "rfsh" in ASCII: tells a database of refreshd from others.
  static let applicationID = 0x7266_7368

  /// The schema's version, kept in the file as `user_version`.
  static var version: Int { migrations.count }

  /// What brings a file from version n to n + 1, at index n.
  private static let migrations: [[String]] = [tables.map(\.sql)]

  /// Each table as the newest version has it; SQLite keeps the text as written here.
  private static let tables: [(name: String, sql: String)] = [
    (
      "store",
      """
      CREATE TABLE store (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        clean INTEGER NOT NULL
      ) STRICT
      """
    ),
    (
      "feeds",
      """
      CREATE TABLE feeds (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        epoch INTEGER NOT NULL,
        floor INTEGER NOT NULL,
        base_digest BLOB NOT NULL,
        base_total INTEGER NOT NULL,
        reserved_runs INTEGER NOT NULL,
        refreshed_at INTEGER
      ) STRICT
      """
    ),
    (
      "rows",
      """
      CREATE TABLE rows (
        feed INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        run INTEGER,
        digest BLOB NOT NULL,
        total INTEGER NOT NULL,
        PRIMARY KEY (feed, seq)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "runs",
      """
      CREATE TABLE runs (
        feed INTEGER NOT NULL,
        id INTEGER NOT NULL,
        edge TEXT NOT NULL,
        cause TEXT NOT NULL,
        client TEXT,
        name TEXT,
        started INTEGER NOT NULL,
        ended INTEGER,
        outcome TEXT,
        rows INTEGER NOT NULL,
        truncated INTEGER NOT NULL,
        error_code TEXT,
        error_message TEXT,
        PRIMARY KEY (feed, id)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "keys",
      """
      CREATE TABLE keys (
        id INTEGER PRIMARY KEY,
        feed INTEGER NOT NULL,
        key TEXT NOT NULL,
        fingerprint BLOB NOT NULL,
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        digest BLOB NOT NULL,
        total INTEGER NOT NULL,
        at INTEGER NOT NULL,
        UNIQUE (feed, key)
      ) STRICT
      """
    ),
  ]

  /// The version of a file that is ours, 0 for an empty one; changes nothing.
  static func found(in connection: Connection, file: String) throws -> Int {
    let owner = try connection.integer("PRAGMA application_id")
    let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
    let found = try connection.integer("PRAGMA user_version")
    // A crash between the making of the file and that of its tables leaves an empty database behind.
    let isEmpty = objects == 0 && owner == 0 && found == 0
    guard isEmpty || owner == applicationID else {
      throw StoreError.foreign(file, "its application id is \(owner)")
    }
    if found > version { throw StoreError.newer(file, version: found) }
    guard isEmpty || found > 0 else { throw StoreError.damage(file, "its version is \(found)") }
    return found
  }

  /// Brings an older or empty file to this version, and makes sure that it then has what this version needs.
  static func prepare(_ connection: Connection, from found: Int, file: String) throws {
    if found < version { try migrate(connection, from: found) }
    try checkTables(connection, file: file)
  }

  private static func migrate(_ connection: Connection, from found: Int) throws {
    do {
      try connection.execute("BEGIN IMMEDIATE")
      for step in migrations[found...] {
        for sql in step { try connection.execute(sql) }
      }
      if found == 0 { try connection.execute("INSERT INTO store VALUES (1, 0)") }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(version)")
      try connection.execute("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private static func checkTables(_ connection: Connection, file: String) throws {
    let lookup = try Statement(
      "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1", on: connection)
    for table in tables {
      var sql: String?
      try lookup.run([.text(table.name)]) { sql = $0.text(0) }
      guard sql == table.sql else {
        throw StoreError.damage(file, "its table \(table.name) is \(sql == nil ? "missing" : "another")")
      }
    }
  }
}
