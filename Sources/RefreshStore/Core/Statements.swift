/// The statements of a store, prepared once; their preparation also holds the schema against what they need.
final class Statements {
  let begin: Statement
  let commit: Statement
  let dataVersion: Statement
  let markUnclean: Statement
  let markClean: Statement

  let feed: Statement
  let addFeed: Statement
  let setFloor: Statement
  let reserveRuns: Statement
  let releaseRuns: Statement
  let setRefreshed: Statement

  let addRow: Statement
  let lastRow: Statement
  let firstSequence: Statement
  let rowMark: Statement
  let rows: Statement
  let rowsBefore: Statement
  let pruneRows: Statement
  let rowAges: Statement
  let texts: Statement

  let putRun: Statement
  let pruneRuns: Statement
  let newestRun: Statement
  let runs: Statement
  let endedRuns: Statement
  let openRuns: Statement
  let setFirst: Statement
  let goodRuns: Statement

  let cursors: Statement
  let addCursor: Statement
  let dropCursor: Statement
  let limitCursors: Statement
  let title: Statement
  let setTitle: Statement

  let known: Statement
  let addKnown: Statement
  let moveKnown: Statement
  let forgetKnown: Statement
  let setKnown: Statement

  let key: Statement
  let addKey: Statement
  let dropKey: Statement
  let expireKeys: Statement
  let limitKeys: Statement

  init(on connection: Connection) throws(SQLiteError) {
    func prepare(_ sql: String) throws(SQLiteError) -> Statement { try Statement(sql, on: connection) }
    begin = try prepare("BEGIN IMMEDIATE")
    dataVersion = try prepare("PRAGMA data_version")
    commit = try prepare("COMMIT")
    markUnclean = try prepare("UPDATE store SET clean = 0")
    markClean = try prepare("UPDATE store SET clean = 1")

    feed = try prepare(
      """
      SELECT id, epoch, floor, base_digest, base_total, reserved_runs, refreshed_at, known, texts_known
      FROM feeds WHERE name = ?1
      """)
    addFeed = try prepare(
      """
      INSERT INTO feeds (name, epoch, floor, base_digest, base_total, reserved_runs) VALUES (?1, ?2, 1, ?3, 0, 1)
      """)
    setFloor = try prepare("UPDATE feeds SET floor = ?2, base_digest = ?3, base_total = ?4 WHERE id = ?1")
    reserveRuns = try prepare("UPDATE feeds SET reserved_runs = max(reserved_runs, ?2) WHERE id = ?1")
    releaseRuns = try prepare("UPDATE feeds SET reserved_runs = min(reserved_runs, ?2) WHERE id = ?1")
    setRefreshed = try prepare("UPDATE feeds SET refreshed_at = ?2 WHERE id = ?1")

    addRow = try prepare("INSERT INTO rows VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    lastRow = try prepare("SELECT seq, digest, total FROM rows WHERE feed = ?1 ORDER BY seq DESC LIMIT 1")
    firstSequence = try prepare("SELECT seq FROM rows WHERE feed = ?1 ORDER BY seq LIMIT 1")
    rowMark = try prepare("SELECT digest, total FROM rows WHERE feed = ?1 AND seq = ?2")
    rows = try prepare(
      """
      SELECT seq, text, at, run, digest, total FROM rows WHERE feed = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3
      """)
    rowsBefore = try prepare(
      """
      SELECT seq, text, at, run, digest, total FROM rows WHERE feed = ?1 AND seq < ?2 ORDER BY seq DESC LIMIT ?3
      """)
    pruneRows = try prepare("DELETE FROM rows WHERE feed = ?1 AND seq < ?2")
    rowAges = try prepare(
      "SELECT seq, at, total FROM rows WHERE feed = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3")
    texts = try prepare("SELECT seq, text FROM rows WHERE feed = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3")

    // An end that is written stays: a start that comes late does not take it back.
    putRun = try prepare(
      """
      INSERT INTO runs (feed, id, edge, cause, client, name, started, ended, outcome, rows, truncated, error_code,
        error_message)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      ON CONFLICT (feed, id) DO UPDATE SET edge = excluded.edge, cause = excluded.cause,
        client = excluded.client, name = excluded.name, started = excluded.started, ended = excluded.ended,
        outcome = excluded.outcome, rows = excluded.rows, truncated = excluded.truncated,
        error_code = excluded.error_code, error_message = excluded.error_message
      WHERE runs.ended IS NULL
      """)
    pruneRuns = try prepare("DELETE FROM runs WHERE feed = ?1 AND id <= ?2")
    newestRun = try prepare("SELECT id FROM runs WHERE feed = ?1 ORDER BY id DESC LIMIT 1")
    let columns =
      "id, edge, cause, client, name, started, ended, outcome, rows, truncated, error_code, error_message"
    runs = try prepare("SELECT \(columns) FROM runs WHERE feed = ?1 ORDER BY id DESC LIMIT ?2")
    endedRuns = try prepare(
      "SELECT \(columns) FROM runs WHERE feed = ?1 AND ended IS NOT NULL ORDER BY id DESC LIMIT 1")
    openRuns = try prepare("SELECT \(columns) FROM runs WHERE feed = ?1 AND ended IS NULL ORDER BY id")
    setFirst = try prepare("UPDATE runs SET first = ?3 WHERE feed = ?1 AND id = ?2")
    goodRuns = try prepare(
      """
      SELECT first FROM runs WHERE feed = ?1 AND outcome = 'ok' AND first IS NOT NULL
      ORDER BY id DESC LIMIT 1 OFFSET ?2
      """)

    cursors = try prepare("SELECT source, cursor FROM cursors WHERE feed = ?1")
    addCursor = try prepare("INSERT INTO cursors (feed, source, cursor) VALUES (?1, ?2, ?3)")
    dropCursor = try prepare("DELETE FROM cursors WHERE feed = ?1 AND source = ?2")
    limitCursors = try prepare(
      """
      DELETE FROM cursors WHERE feed = ?1
      AND id NOT IN (SELECT id FROM cursors WHERE feed = ?1 ORDER BY id DESC LIMIT ?2)
      """)
    title = try prepare("SELECT title, title_source FROM feeds WHERE id = ?1")
    setTitle = try prepare("UPDATE feeds SET title = ?2, title_source = ?3 WHERE id = ?1")

    known = try prepare("SELECT seq FROM known WHERE feed = ?1 AND hash = ?2")
    addKnown = try prepare("INSERT INTO known VALUES (?1, ?2, ?3) ON CONFLICT (feed, hash) DO NOTHING")
    moveKnown = try prepare("UPDATE known SET seq = ?3 WHERE feed = ?1 AND hash = ?2")
    forgetKnown = try prepare(
      """
      DELETE FROM known WHERE feed = ?1
      AND hash IN (SELECT hash FROM known WHERE feed = ?1 ORDER BY seq LIMIT ?2)
      """)
    setKnown = try prepare("UPDATE feeds SET known = ?2, texts_known = ?3 WHERE id = ?1")

    key = try prepare(
      "SELECT id, fingerprint, first, count, digest, total, at FROM keys WHERE feed = ?1 AND key = ?2")
    addKey = try prepare(
      """
      INSERT INTO keys (feed, key, fingerprint, first, count, digest, total, at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    dropKey = try prepare("DELETE FROM keys WHERE id = ?1")
    expireKeys = try prepare(
      "DELETE FROM keys WHERE at <= ?1 AND id IN (SELECT id FROM keys ORDER BY id LIMIT ?2)")
    limitKeys = try prepare("DELETE FROM keys WHERE id <= (SELECT max(id) FROM keys) - ?1")
  }
}
