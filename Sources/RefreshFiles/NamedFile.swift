import Glibc

/// A file that a person names on a command line or in a configuration: read at once, or refused in words. What is no
/// ordinary file is never waited for: a pipe nobody writes to would hold up whoever opens it for ever, and a device may
/// have no end.
public enum NamedFile {
  /// Why a file cannot be used.
  public struct Refusal: Error, Equatable, Sendable {
    /// Such as "No such file or directory", or what it is in the place of a file.
    public let words: String
    /// There is nothing of this name.
    public let isMissing: Bool
  }

  /// Reads a file. A pipe that this process was started with, as `<(command)` gives one, is read to its end.
  /// - Parameter limit: how many bytes are kept; of a longer file it is one more, so that it can be told.
  /// - Throws: ``Refusal``.
  public static func read(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, min(piece.count, limit + 1 - bytes.count))
      if count < 0 {
        if errno == EINTR { continue }
        throw refusal(errno)
      }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Whether something else can be told to read a file by its name.
  /// - Throws: ``Refusal``.
  public static func check(_ path: String) throws(Refusal) {
    try checkKind(path)
    close(try openOrdinary(path))
  }

  /// Whether a file can be put at a path in the place of what is there: of nothing, or of an ordinary file.
  /// - Throws: ``Refusal``.
  public static func checkReplaceable(_ path: String) throws(Refusal) {
    do {
      try checkKind(path)
    } catch {
      guard error.isMissing else { throw error }
    }
  }

  private static func open(_ path: String) throws(Refusal) -> Int32 {
    var status = stat()
    if let own = inherited(path), fstat(own, &status) == 0,
      kind(status) == S_IFIFO || kind(status) == S_IFSOCK
    {
      let copy = fcntl(own, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw refusal(errno) }
      return copy
    }
    try checkKind(path)
    return try openOrdinary(path)
  }

  private static func openOrdinary(_ path: String) throws(Refusal) -> Int32 {
    // It may have become something else since it was looked at.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw refusal(errno) }
    return descriptor
  }

  /// Opening a device may do something already, so it is looked at before.
  private static func checkKind(_ path: String) throws(Refusal) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw refusal(errno) }
    let what: String
    switch kind(status) {
    case S_IFREG: return
    case S_IFDIR: what = "a folder"
    case S_IFIFO: what = "a named pipe"
    case S_IFSOCK: what = "a socket"
    default: what = "a device"
    }
    throw Refusal(words: "it is \(what) and no ordinary file", isMissing: false)
  }

  private static func kind(_ status: stat) -> mode_t { status.st_mode & S_IFMT }

  /// The descriptor that a path stands for.
  private static func inherited(_ path: String) -> Int32? {
    if path == "/dev/stdin" { return 0 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  private static func refusal(_ code: Int32) -> Refusal {
    Refusal(words: String(cString: strerror(code)), isMissing: code == ENOENT)
  }
}
