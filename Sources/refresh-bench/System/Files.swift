import Glibc

/// Small files, such as those of /proc.
enum Files {
  /// The file's text; empty if it cannot be read.
  static func read(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8_192)
    while true {
      let got = Glibc.read(file, &buffer, buffer.count)
      guard got > 0 else { break }
      bytes += buffer[..<got]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a text into a file that exists.
  static func write(_ text: String, to path: String) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  /// The names in a folder.
  static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The number after a label at the beginning of a line, such as `Rss:` in kB.
  static func number(_ label: String, in text: String) -> Int {
    for line in text.split(separator: "\n") where line.hasPrefix(label) {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        ?? 0
    }
    return 0
  }
}
