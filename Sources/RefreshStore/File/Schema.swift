import CSQLite

/// The tables of the database, and how an older file comes to have them.
enum Schema {
  /// "rfsh" in ASCII: tells a database of refreshd from others.
  static let applicationID = 0x7266_7368

  /// The schema's version, kept in the file as `user_version`.
  static var version: Int { migrations.count }

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
    // First: what was damaged before would otherwise be taken for this version's doing.
    if found > 0 { try check(connection, isOf: found, file: file) }
    guard found < version else { return }
    try migrate(connection, from: found)
    try check(connection, isOf: version, file: file)
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

  /// Makes sure that a file has the tables and indexes of its version.
  static func check(_ connection: Connection, isOf version: Int, file: String) throws {
    let found = try objects(of: connection)
    for (name, wanted) in try objects(of: version) {
      guard found[name] == wanted else {
        let what = wanted.hasPrefix("CREATE INDEX") ? "index" : "table"
        throw StoreError.damage(file, "its \(what) \(name) is \(found[name] == nil ? "missing" : "another")")
      }
    }
  }

  /// What a file of a version holds: as its migrations make it, in the words that SQLite keeps of them.
  private static func objects(of version: Int) throws -> [String: String] {
    let example = try Connection(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    for step in migrations[..<version] {
      for sql in step { try example.execute(sql) }
    }
    return try objects(of: example)
  }

  private static func objects(of connection: Connection) throws -> [String: String] {
    let list = try Statement("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL", on: connection)
    var objects: [String: String] = [:]
    try list.run([]) { objects[$0.text(0)] = $0.text(1) }
    return objects
  }
}
