/// How the tables came about. What is written here is in files out there: a version is never changed, another follows.
extension Schema {
  /// What brings a file from version n to n + 1, at index n.
  static let migrations: [[String]] = [
    [
      """
      CREATE TABLE store (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        clean INTEGER NOT NULL
      ) STRICT
      """,
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
      """,
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
      """,
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
      """,
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
      """,
    ],
    [
      // What a source called the feed, and which one it was.
      "ALTER TABLE feeds ADD COLUMN title TEXT",
      "ALTER TABLE feeds ADD COLUMN title_source TEXT",
      // How many entries of `known` are the feed's, and up to which row all texts are among them.
      "ALTER TABLE feeds ADD COLUMN known INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE feeds ADD COLUMN texts_known INTEGER NOT NULL DEFAULT 0",
      // Where a good run's rows begin; absent of those before this version.
      "ALTER TABLE runs ADD COLUMN first INTEGER",
      """
      CREATE TABLE cursors (
        id INTEGER PRIMARY KEY,
        feed INTEGER NOT NULL,
        source TEXT NOT NULL,
        cursor TEXT NOT NULL,
        UNIQUE (feed, source)
      ) STRICT
      """,
      """
      CREATE TABLE known (
        feed INTEGER NOT NULL,
        hash BLOB NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (feed, hash)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX known_by_seq ON known (feed, seq)",
    ],
  ]
}
