/// A file as the first version of the schema made it: `refreshd 1.0.0` with `--keep-rows 6`, dumped by sqlite3.
enum VersionOne {
  /// Makes the file.
  static func make(_ path: String) {
    let words = RawDatabase(path).run(
      "PRAGMA journal_mode = WAL; BEGIN;" + dump
        + "COMMIT; PRAGMA application_id = 1919316840; PRAGMA user_version = 1")
    precondition(words == nil, words ?? "")
  }

  private static let dump = """
    CREATE TABLE feeds (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      epoch INTEGER NOT NULL,
      floor INTEGER NOT NULL,
      base_digest BLOB NOT NULL,
      base_total INTEGER NOT NULL,
      reserved_runs INTEGER NOT NULL,
      refreshed_at INTEGER
    ) STRICT;
    INSERT INTO "feeds" VALUES(1,'main',-292476222113005854,3,X'7A120A79458E981925CE43FAABCEF6F2',10,2,1796040135284);
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
    ) STRICT;
    INSERT INTO "keys" VALUES(1,1,'k1',X'882585795F4364B1654FC1679BC72D56',4,3,X'F05A5CB97E4B8A27AA5347A024F0876B',28,1796040135194);
    CREATE TABLE rows (
      feed INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      text TEXT NOT NULL,
      at INTEGER NOT NULL,
      run INTEGER,
      digest BLOB NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (feed, seq)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "rows" VALUES(1,3,'row 3',1796040135172,NULL,X'DEC63A5FF54E1EB13F6D0F772381E256',15);
    INSERT INTO "rows" VALUES(1,4,'ключ',1796040135194,NULL,X'75B9DA93BDBA67180AB3D6516EAEB166',23);
    INSERT INTO "rows" VALUES(1,5,'',1796040135194,NULL,X'4562E8FDF593A5DB4B10F7C86029E241',23);
    INSERT INTO "rows" VALUES(1,6,'third',1796040135194,NULL,X'F05A5CB97E4B8A27AA5347A024F0876B',28);
    INSERT INTO "rows" VALUES(1,7,'from a run',1796040135284,1,X'C82698E9F186F774092E23A2F2B7EF83',38);
    INSERT INTO "rows" VALUES(1,8,'last',1796040135829,NULL,X'2CBB4B6ACD10FFF9531E2613B2EEF540',42);
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
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "runs" VALUES(1,1,'top','request',NULL,'Anna',1796040135247,1796040135284,'ok',1,0,NULL,NULL);
    CREATE TABLE store (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      clean INTEGER NOT NULL
    ) STRICT;
    INSERT INTO "store" VALUES(1,1);
    """
}
