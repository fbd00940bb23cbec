import CSQLite

/// What a check found in order: the rows of one feed.
public struct CheckedFeed: Equatable, Sendable {
  /// The feed's name.
  public let name: String
  /// The first sequence number kept.
  public let floor: Int
  /// The last sequence number.
  public let head: Int

  /// What was found of a feed.
  public init(name: String, floor: Int, head: Int) {
    self.name = name
    self.floor = floor
    self.head = head
  }

  /// How many rows there are.
  public var count: Int { head - floor + 1 }
}

/// A look at a whole database file, which it does not change; a server may be at work on it.
public enum DatabaseCheck {
  /// Looks at SQLite's structures, at the tables, and at the place, digest and total of every row of every feed.
  /// - Throws: a ``StoreError`` that says what is wrong and what to do.
  public static func run(_ path: String) throws(StoreError) -> [CheckedFeed] {
    let place = try existing(path)
    do {
      return try reading(place) { try check($0, file: place) }
    } catch {
      throw StoreError(error, file: place)
    }
  }

  /// Reads a database, which has no more files beside it afterwards than before.
  static func reading<Answer>(_ file: String, _ work: (Connection) throws -> Answer) throws -> Answer {
    let hadLog = HeldFile.Identity(at: file + "-wal") != nil
    defer { if !hadLog { tidy(file) } }
    return try { try work(try reader(file)) }()
  }

  /// A connection that may only read makes a log if there is none, and leaves it. One that may write takes an empty log
  /// away when it is closed, if nobody else has the file open.
  private static func tidy(_ file: String) {
    guard let connection = try? Connection(file, flags: SQLITE_OPEN_READWRITE) else { return }
    _ = try? connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// The absolute path of a database that is there.
  static func existing(_ path: String) throws(StoreError) -> String {
    let place = try DatabaseFile(path, makingDirectory: false)
    try place.checkKind()
    guard HeldFile.Identity(at: place.path) != nil else { throw .missing(place.path) }
    return place.path
  }

  /// A connection that can only read, in a transaction: what it sees stays as it is.
  static func reader(_ file: String) throws -> Connection {
    let connection = try Connection.reader(file)
    connection.waitForLocks(5_000)
    try connection.execute("BEGIN")
    return connection
  }

  static func check(_ connection: Connection, file: String) throws -> [CheckedFeed] {
    let version = try Schema.found(in: connection, file: file)
    if version == 0 { throw StoreError.damage(file, "it is empty") }
    // An older one is as good: the next start brings it to this version.
    try Schema.check(connection, isOf: version, file: file)
    if let problem = try IntegrityCheck.problem(in: connection, isQuick: false) {
      throw StoreError.damage(file, problem)
    }
    let strays = try connection.integer("SELECT count(*) FROM rows WHERE feed NOT IN (SELECT id FROM feeds)")
    if strays > 0 {
      throw StoreError.damage(file, "\(strays) \(strays == 1 ? "row belongs" : "rows belong") to no feed")
    }
    var feeds: [CheckedFeed] = []
    let list = try Statement(
      "SELECT id, name, floor, base_digest, base_total FROM feeds ORDER BY name", on: connection)
    let rows = try Statement(
      "SELECT seq, text, digest, total FROM rows WHERE feed = ?1 ORDER BY seq", on: connection)
    try list.run([]) { feed in
      let name = feed.text(1)
      guard let digest = feed.digest(3) else {
        throw StoreError.damage(file, "the entry of the feed \(name) contradicts itself")
      }
      let base = RowMark(digest: digest, total: feed.integer(4))
      let floor = feed.integer(2)
      let head = try chain(rows, of: feed.integer(0), after: base, from: floor) {
        StoreError.damage(file, "row \($0) of the feed \(name) \($1)")
      }
      feeds.append(CheckedFeed(name: name, floor: floor, head: head))
    }
    return feeds
  }

  /// Follows the chain of one feed's rows to its end.
  /// - Returns: the last row's sequence number.
  private static func chain(
    _ rows: Statement, of feed: Int, after base: RowMark, from floor: Int,
    damage: (Int, String) -> StoreError
  ) throws -> Int {
    let hasher = ChainHasher()
    var mark = base
    var seq = floor - 1
    try rows.run([.integer(feed)]) { row in
      seq += 1
      guard row.integer(0) == seq else { throw damage(seq, "is missing") }
      let bytes = row.utf8(1)
      mark = RowMark(digest: hasher.digest(after: mark.digest, bytes), total: mark.total + bytes.count)
      guard row.digest(2) == mark.digest, row.integer(3) == mark.total else {
        throw damage(seq, "is not what its digest says")
      }
    }
    return seq
  }
}
