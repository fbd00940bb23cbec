import Glibc

/// The database's place in the file system, before SQLite sees it.
struct DatabaseFile {
  /// The absolute path of the file itself, whatever links led there.
  let path: String

  /// Finds the file that a path leads to, and makes its directory if there is none and that is wanted.
  init(_ given: String, makingDirectory: Bool = true) throws(StoreError) {
    var path = given
    // SQLite follows links too, also to a file that is not there yet; the lock must be that file's.
    for _ in 0..<40 {
      guard let target = Self.link(path) else { break }
      path = target.hasPrefix("/") ? target : Self.split(path).directory + "/" + target
    }
    let (directory, name) = Self.split(path)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw StoreError(.io, "\"\(given)\" names no file. Give the database a file name.")
    }
    if makingDirectory { try Self.makeDirectory(directory) }
    guard let real = realpath(directory, nil) else {
      throw .system(errno, given, "find the directory \(directory)")
    }
    defer { free(real) }
    let prefix = String(cString: real)
    self.path = prefix == "/" ? "/" + name : prefix + "/" + name
  }

  /// Looks at the file's kind, without touching it; none will do.
  func checkKind() throws(StoreError) {
    var status = stat()
    if stat(path, &status) != 0 {
      if errno == ENOENT { return }
      throw .system(errno, path, "look at it")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw StoreError(.io, "\(path) is a directory. Name a file in it for the database.")
    default:
      throw StoreError(.io, "\(path) is no ordinary file. Name another file for the database.")
    }
  }

  private static func link(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes {
      readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count <= 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// The directory of a path, and the name in it.
  static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = path[..<slash]
    return (directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...]))
  }

  /// Makes a directory and those above it, for this user alone; one that is there stays as it is.
  private static func makeDirectory(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      let parent = split(path).directory
      guard parent != path else { throw .system(ENOENT, path, "make this directory") }
      try makeDirectory(parent)
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(errno, path, "make this directory") }
    default:
      let why = errno
      // On a read-only file system a directory that exists is not reported as existing.
      if access(path, F_OK) != 0 { throw .system(why, path, "make this directory") }
    }
  }
}
