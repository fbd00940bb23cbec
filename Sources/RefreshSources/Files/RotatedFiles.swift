import Glibc

/// The files beside one that grows: what it was before it was rotated away.
struct RotatedFiles {
  /// How many entries of a folder are looked at.
  static let maxEntries = 100_000

  /// A name, and the number of its file.
  private struct Entry: Hashable {
    var name: String
    var inode: UInt64
  }

  private let folder: String
  private let name: String
  private let entries: [Entry]

  init(of path: String) {
    // Where the path is a link, the files are beside what it leads to.
    let real = realpath(path, nil)
    defer { free(real) }
    let place = real.map { String(cString: $0) } ?? path
    let slash = place.lastIndex(of: "/")
    folder = slash.map { String(place[...$0]) } ?? "./"
    name = slash.map { String(place[place.index(after: $0)...]) } ?? place
    entries = Self.list(folder)
  }

  /// The file with a number.
  func file(_ id: FileID) throws(FileError) -> OpenFile? {
    for entry in entries where entry.inode == id.inode {
      if let file = open(entry.name), try file.id() == id { return file }
    }
    return nil
  }

  /// A copy that was made before the file was emptied: another file that has the same before the place.
  func copy(of mark: FileMark) throws(FileError) -> OpenFile? {
    guard mark.offset > 0 else { return nil }
    for entry in rotated() {
      if let file = open(entry), try mark.continues(in: file) { return file }
    }
    return nil
  }

  /// The files that were rotated away after that one, the oldest of them first.
  func files(laterThan path: String) -> [OpenFile] {
    guard let slash = path.lastIndex(of: "/"), let own = suffix(String(path[path.index(after: slash)...]))
    else {
      return []
    }
    return rotated().reversed().filter { entry in suffix(entry).map { Self.isLater($0, than: own) } ?? false }
      .compactMap(open)
  }

  /// Whether the file and those that were rotated away are called as they were at another look.
  func isSame(as other: RotatedFiles) -> Bool {
    let names = [self, other].map { look in
      Set(look.entries.filter { $0.name == name || suffix($0.name) != nil })
    }
    return folder == other.folder && names[0] == names[1]
  }

  /// Names such as `app.log.1` or `app.log-20261130` of this file, the newest first.
  private func rotated() -> [String] {
    let names = entries.compactMap { entry in suffix(entry.name).map { (entry.name, $0) } }
    return names.sorted { Self.isLater($0.1, than: $1.1) }.map(\.0)
  }

  /// What a rotation has put behind the name; `nil` if it is another name, or is compressed.
  private func suffix(_ entry: String) -> Substring? {
    guard entry.hasPrefix(name) else { return nil }
    let rest = entry.dropFirst(name.count)
    guard let sign = rest.first, ".-_".contains(sign), rest.count > 1 else { return nil }
    let digits = rest.dropFirst()
    let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || "-_.:T".utf8.contains($0) }
    return isNumber && digits.utf8.contains { (0x30...0x39).contains($0) } ? digits : nil
  }

  /// Whether a number of one to four digits is lower, or a date later.
  private static func isLater(_ one: Substring, than other: Substring) -> Bool {
    if let one = Int(one), let other = Int(other), one < 10_000, other < 10_000 { return one < other }
    return other < one
  }

  private func open(_ name: String) -> OpenFile? {
    // What cannot be opened is none of its files.
    try? OpenFile(folder + name)
  }

  private static func list(_ folder: String) -> [Entry] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while entries.count < maxEntries, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { entries.append(Entry(name: name, inode: UInt64(entry.pointee.d_ino))) }
    }
    return entries
  }
}
