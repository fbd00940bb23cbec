import Glibc

/// A folder, open for reading what is in it.
final class Folder {
  /// How many entries one may have.
  static let maxEntries = 100_000

  let path: String
  private let stream: OpaquePointer

  init(_ path: String) throws(FileError) {
    self.path = path
    // Not a pipe or a device, which opening could wait for or change.
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOTDIR, access(path, F_OK) == 0 {
        throw FileError("\(path) is no folder", advice: "name a folder in the configuration")
      }
      throw FileError(path)
    }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      throw FileError(path)
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  private var descriptor: Int32 { dirfd(stream) }

  /// The ordinary files in it that are not hidden and not temporary, in the order of their last change.
  func files() throws(FileError) -> [DroppedFile] {
    var files: [DroppedFile] = []
    var count = 0
    errno = 0
    while let entry = readdir(stream) {
      count += 1
      guard count <= Self.maxEntries else {
        throw FileError(
          "\(path) holds more than \(Self.maxEntries) files", advice: "move those away that have been taken")
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        String(validating: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A name that is not UTF-8 could not be opened by it.
      guard let name, !Self.isPassedOver(name) else { continue }
      var status = stat()
      // What has gone since is no failure; a link could lead anywhere.
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
      else {
        continue
      }
      files.append(DroppedFile(name, status))
      errno = 0
    }
    guard errno == 0 else { throw FileError(path) }
    return files.sorted { $0 < $1 }
  }

  /// Opens one of its files.
  func open(_ file: DroppedFile) throws(FileError) -> OpenFile {
    try OpenFile(file.name, in: descriptor, followsLinks: false)
  }

  private static func isPassedOver(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || (name.hasPrefix("#") && name.hasSuffix("#"))
      || [".tmp", ".part", ".partial", ".swp", ".crdownload"].contains { name.lowercased().hasSuffix($0) }
  }
}

extension DroppedFile {
  init(_ name: String, _ status: stat) {
    let changed = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    self.init(
      name: name, changed: changed.overflow ? 0 : changed.partialValue + Int64(status.st_mtim.tv_nsec),
      size: Int(status.st_size))
  }
}
