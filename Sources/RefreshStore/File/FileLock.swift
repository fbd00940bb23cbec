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
    var tries = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let why = errno
      if why == EWOULDBLOCK, tries < Self.maxTries, Self.isGone(Self.holder(descriptor)) {
        tries += 1
        poll(nil, 0, 10)
        continue
      }
      // All is set by now, so what is thrown away here is closed as it is at any other end.
      throw why == EWOULDBLOCK ? .held(database, by: Self.holder(descriptor)) : .system(why, path, "lock it")
    }
    // Only for the words of the one that is refused: without it the lock holds as well.
    let process = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, process, process.count, 0) }
  }

  /// Whether there is such a file beside a database: where a refreshd is at work there is one.
  static func isThere(of database: String) -> Bool { access(path(of: database), F_OK) == 0 }

  /// What is left of a holder that is gone holds on for a moment: a child process that was just being started. Nothing
  /// tells when it lets go, so it is tried every 10 ms, for a second.
  private static let maxTries = 100

  private static func isGone(_ holder: String?) -> Bool {
    guard let process = holder.flatMap({ pid_t($0) }) else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
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
