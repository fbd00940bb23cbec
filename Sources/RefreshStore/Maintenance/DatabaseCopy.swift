import CSQLite
import Glibc

/// A database that is being put together beside its place, and is there whole or not at all.
struct DatabaseCopy {
  /// Where it is until it is whole.
  let path: String
  private let place: String

  /// Copies what a connection sees into a new file in the directory of `place`.
  init(of source: Connection, beside place: String) throws {
    self.place = place
    path = "\(place).partial-\(getpid())"
    Self.remove(path)
    do {
      let target = try Connection(path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      guard let backup = sqlite3_backup_init(target.raw, "main", source.raw, "main") else {
        throw SQLiteError(sqlite3_extended_errcode(target.raw), on: target.raw, sql: "backup")
      }
      // In one step: between two of them a server that writes would make it begin anew, for ever.
      let code = sqlite3_backup_step(backup, -1)
      let end = sqlite3_backup_finish(backup)
      guard code == SQLITE_DONE, end == SQLITE_OK else {
        throw SQLiteError(end == SQLITE_OK ? code : end, on: target.raw, sql: "backup")
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Changes it by SQL, as a whole; it is complete in one file then.
  func change(_ sql: [String]) throws {
    let connection = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("BEGIN IMMEDIATE")
    for statement in sql { try connection.execute(statement) }
    try connection.execute("COMMIT")
    guard try connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
      throw StoreError(.io, "\(path) could not be completed. Look at the disk and the system's log.")
    }
  }

  /// Gives it its name, if nothing has that name.
  func settle() throws(StoreError) {
    try sync(path)
    if link(path, place) != 0 {
      if errno == EEXIST { throw .occupied(place) }
      throw .system(errno, place, "make it")
    }
    Self.remove(path)
    try sync(DatabaseFile.split(place).directory)
  }

  /// Gives it its name, in place of what has that name.
  func replace() throws(StoreError) {
    try sync(path)
    if rename(path, place) != 0 { throw .system(errno, place, "replace it") }
    Self.remove(path)
    try sync(DatabaseFile.split(place).directory)
  }

  /// Leaves nothing of it.
  func discard() { Self.remove(path) }

  private static func remove(_ path: String) {
    for end in ["", "-journal", "-wal", "-shm"] { unlink(path + end) }
  }
}

/// Waits until a file, or a directory's entries, are on the disk.
func sync(_ path: String) throws(StoreError) {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  if descriptor < 0 { throw .system(errno, path, "open it") }
  defer { close(descriptor) }
  if fsync(descriptor) != 0 { throw .system(errno, path, "write it to the disk") }
}
