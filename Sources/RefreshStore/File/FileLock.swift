import Glibc

/// Keeps a second refreshd away from a database, for as long as this object lives.
///
/// The system drops the lock with the process, so a crash leaves none behind; the file stays, since deleting it
/// would let two processes lock two files of one name.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Locks the file beside the database.
  init(of database: String) throws(StoreError) {
    let path = Self.path(of: database)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw .system(errno, path, "open it") }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let why = errno
      let holder = Self.holder(descriptor)
      close(descriptor)
      throw why == EWOULDBLOCK ? .held(database, by: holder) : .system(why, path, "lock it")
    }
    // Only for the words of the one that is refused: without it the lock holds as well.
    let process = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, process, process.count, 0) }
  }

  deinit {
    // Unlocked by name: a child process that is just being started has the descriptor too, until it is replaced.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The process that last wrote its number beside the database.
  static func holder(ofDatabase database: String) -> String? {
    let descriptor = open(path(of: database), O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    return holder(descriptor)
  }

  private static func path(of database: String) -> String { database + ".lock" }

  private static func holder(_ descriptor: Int32) -> String? {
    var text = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &text, text.count, 0)
    let digits = text.prefix(max(0, count)).prefix { (48...57).contains($0) }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }
}
