import Glibc
import Synchronization

/// The database file, kept open and locked beside SQLite's own work for as long as this object lives.
///
/// The lock is one of `flock`, which SQLite's own do not touch: it holds when somebody deletes the lock file. The
/// descriptor stays open, since closing any descriptor of a file drops the locks that SQLite has in this process.
final class HeldFile: Sendable {
  /// Says which file is meant, whatever its name.
  struct Identity: Hashable, Sendable {
    let device: UInt
    let number: UInt

    init(_ status: stat) {
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
    }

    /// Of the file that has this name now; `nil` if there is none.
    init?(at path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  let path: String
  let identity: Identity
  private let descriptor: Int32
  /// Of the files that this process holds: opening one again, and closing it, would drop SQLite's locks on it.
  private static let held = Mutex<Set<Identity>>([])

  /// Opens the file, which must be empty or begin as a database does, and locks it; changes nothing.
  /// - Parameter making: whether the file is made if there is none.
  /// - Returns: `nil` if there is none.
  init?(_ path: String, making: Bool) throws(StoreError) {
    self.path = path
    if let identity = Identity(at: path), Self.held.withLock({ $0.contains(identity) }) {
      throw .held(path, by: "\(getpid())")
    }
    descriptor = open(path, O_RDWR | O_CLOEXEC | (making ? O_CREAT : 0), 0o644)
    if descriptor < 0 {
      if errno == ENOENT, !making { return nil }
      throw .system(errno, path, "open it")
    }
    do throws(StoreError) {
      try Self.checkBeginning(descriptor, path)
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        throw errno == EWOULDBLOCK
          ? .held(path, by: FileLock.holder(ofDatabase: path)) : .system(errno, path, "lock it")
      }
      var status = stat()
      if fstat(descriptor, &status) != 0 { throw .system(errno, path, "look at it") }
      identity = Identity(status)
    } catch {
      close(descriptor)
      throw error
    }
    _ = Self.held.withLock { $0.insert(identity) }
  }

  deinit {
    _ = Self.held.withLock { $0.remove(identity) }
    // By name: a child process that is just being started has the descriptor too, until it is replaced.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whether the file's name still leads to it.
  var isInPlace: Bool { Identity(at: path) == identity }

  private static func checkBeginning(_ descriptor: Int32, _ path: String) throws(StoreError) {
    var head = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &head, head.count, 0)
    if count < 0 { throw .system(errno, path, "read it") }
    if count == 0 { return }
    guard count == head.count, head == Array("SQLite format 3\0".utf8) else {
      throw .foreign(path, "it does not begin as a SQLite database does")
    }
  }
}
