import Glibc

/// What makes a file that one, whatever it is called.
struct FileID: Hashable {
  var device: UInt64
  var inode: UInt64
}

/// An ordinary file, open for reading.
final class OpenFile {
  let path: String
  private let descriptor: Int32

  /// Opens a file; pipes, devices and folders are refused, since reading one may wait for ever or change it.
  /// - Parameters:
  ///   - folder: what a path that is not absolute starts from.
  ///   - followsLinks: whether it may be a symbolic link.
  init(_ path: String, in folder: Int32 = AT_FDCWD, followsLinks: Bool = true) throws(FileError) {
    self.path = path
    // First a look: opening a device can already do something.
    var status = stat()
    let flags = followsLinks ? 0 : O_NOFOLLOW
    guard fstatat(folder, path, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      throw FileError(path)
    }
    try Self.check(status, path)
    descriptor = openat(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw FileError(path) }
    // It may have become something else since. All is set by now, so that whoever throws it away closes it.
    try Self.check(try self.status(), path)
  }

  deinit { close(descriptor) }

  private static func check(_ status: stat, _ path: String) throws(FileError) {
    guard status.st_mode & S_IFMT != S_IFREG else { return }
    let what =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      case S_IFLNK: "a symbolic link"
      default: "a device"
      }
    throw FileError("\(path) is \(what), not a file", advice: "name a file in the configuration")
  }

  func status() throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path) }
    return status
  }

  func id() throws(FileError) -> FileID {
    let status = try status()
    return FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  func size() throws(FileError) -> Int { Int(try status().st_size) }

  /// Reads what stands at an offset, as much of it as fits; fewer bytes only at the file's end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress! + filled, buffer.count - filled, off_t(offset + filled))
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError(path)
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// The bytes from an offset on, at most so many.
  func bytes(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(FileError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Whether nobody has it open for writing now; `nil` if this file system cannot tell.
  var isFinished: Bool? {
    // Not in Swift's Glibc: F_SETSIG and F_SETLEASE. A lease for reading is given only where nobody writes. Who opens
    // the file for writing in the moment that it is held would make the system send a signal that ends the process,
    // if it were not one that is ignored.
    guard fcntl(descriptor, 10, SIGURG) == 0 else { return nil }
    if fcntl(descriptor, 1_024, F_RDLCK) == 0 {
      _ = fcntl(descriptor, 1_024, F_UNLCK)
      return true
    }
    return errno == EAGAIN ? false : nil
  }
}
