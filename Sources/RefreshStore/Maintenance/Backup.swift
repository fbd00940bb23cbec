import CSQLite
import Glibc

/// Copies of a database, and the way back.
public enum Backup {
  /// Copies a database, also while a server writes to it: the copy is what was durable at one moment, and is checked
  /// before it gets its name.
  /// - Returns: what is in the copy.
  /// - Throws: a ``StoreError`` if the database is damaged, `target` exists, or something cannot be written.
  public static func make(of database: String, to target: String) throws(StoreError) -> [CheckedFeed] {
    let source = try DatabaseCheck.existing(database)
    let place = try DatabaseFile(target, makingDirectory: false)
    if HeldFile.Identity(at: place.path) != nil { throw .occupied(place.path) }
    do {
      let copy = try DatabaseCheck.reading(source) { try DatabaseCopy(of: $0, beside: place.path) }
      defer { copy.discard() }
      // What a start after an unclean stop would have to check is checked here.
      try copy.change(["UPDATE store SET clean = 1"])
      let feeds = try DatabaseCheck.check(try DatabaseCheck.reader(copy.path), file: source)
      try copy.settle()
      return feeds
    } catch {
      throw StoreError(error, file: source)
    }
  }

  /// Puts a backup in a database's place, which no server may be using. Every feed gets a new epoch, so that clients
  /// begin anew instead of taking other rows for theirs. What was there is kept beside it.
  ///
  /// - Parameter now: the wall time in milliseconds since 1970, for the name of what is kept.
  /// - Returns: what is in the database now, and where the former one is, if there was one.
  /// - Throws: a ``StoreError`` if the backup is damaged, the database is in use, or something cannot be written; the
  ///   database is as it was then.
  public static func restore(
    _ backup: String, to database: String, now: Int64
  ) throws(StoreError) -> (feeds: [CheckedFeed], former: String?) {
    let named = try DatabaseFile(backup, makingDirectory: false)
    if HeldFile.Identity(at: named.path) == nil { throw .missingBackup(named.path) }
    let source = try DatabaseCheck.existing(backup)
    let place = try DatabaseFile(database)
    try place.checkKind()
    if let one = HeldFile.Identity(at: place.path), one == HeldFile.Identity(at: source) {
      throw StoreError(.io, "\(source) is the database itself. Name the backup that is to take its place.")
    }
    // A lock file stays once it is there, so none is made for a backup that turns out to be refused. Where there is one, a
    // server may be at work: that is told before the whole backup is read.
    var lock = FileLock.isThere(of: place.path) ? try FileLock(of: place.path) : nil
    let guardian = try Guardian(place.path)
    defer { withExtendedLifetime((lock, guardian)) {} }
    do {
      let reader = try DatabaseCheck.reader(source)
      let feeds = try DatabaseCheck.check(reader, file: source)
      if lock == nil { lock = try FileLock(of: place.path) }
      let copy = try DatabaseCopy(of: reader, beside: place.path)
      defer { copy.discard() }
      try copy.change(["UPDATE feeds SET epoch = random()", "UPDATE store SET clean = 1"])
      let former = try setAside(place.path, now: now)
      try copy.replace()
      return (feeds, former)
    } catch {
      let failure = StoreError(error, file: source)
      throw failure == .noDatabase(source) ? .noBackup(source) : failure
    }
  }

  /// Keeps what is at a database's place under another name too, with its log: a log must never meet another file.
  private static func setAside(_ path: String, now: Int64) throws(StoreError) -> String? {
    guard HeldFile.Identity(at: path) != nil else { return nil }
    let aside = "\(path).before-\(now)"
    if link(path, aside) != 0 { throw .system(errno, aside, "make it") }
    if rename(path + "-wal", aside + "-wal") != 0, errno != ENOENT {
      let why = errno
      unlink(aside)
      throw .system(why, path + "-wal", "rename it")
    }
    unlink(path + "-shm")
    return aside
  }
}

/// Keeps servers away from a file by the lock that they hold on it themselves, should the lock file beside it be gone.
private final class Guardian {
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno != ENOENT { throw .system(errno, path, "open it") }
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      throw .held(path, by: FileLock.holder(ofDatabase: path))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
