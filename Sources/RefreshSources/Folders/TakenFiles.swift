/// Which files of a folder were taken already.
///
/// A file is known by its name, its size and the time of its last change: one that is changed counts as new.
struct TakenFiles: Equatable {
  /// How many files are known one by one. In a folder with more, all files that were changed before the last of the
  /// others count as taken.
  static let maxKnown = 4_096

  /// All files that were changed at this time or before, in nanoseconds since 1970.
  private(set) var before = Int64.min
  private(set) var known: Set<UInt64> = []
  /// The file that was taken in part, and how far.
  var part: (file: UInt64, offset: Int)?

  init() {}

  func has(_ file: DroppedFile) -> Bool {
    file.changed <= before || known.contains(file.mark)
  }

  /// Keeps what is still in the folder of the files that were taken, and is needed to know them again.
  /// - Parameter files: those in the folder, in the order in which they are taken.
  mutating func settle(_ files: [DroppedFile]) {
    let taken = files.filter { $0.changed > before && known.contains($0.mark) }
    known = Set(taken.suffix(Self.maxKnown).map(\.mark))
    if taken.count > Self.maxKnown { before = taken[taken.count - Self.maxKnown - 1].changed }
  }

  mutating func insert(_ file: DroppedFile) { known.insert(file.mark) }

  /// Reads them as ``text`` has them; `nil` if they are not that.
  init?(parsing text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "directory1", let before = Int64(parts[1]) else { return nil }
    self.before = before
    let marks = parts[2].split(separator: ",")
    guard marks.count <= Self.maxKnown else { return nil }
    for mark in marks {
      guard let mark = UInt64(mark, radix: 36) else { return nil }
      known.insert(mark)
    }
    guard !parts[3].isEmpty else { return }
    let pair = parts[3].split(separator: ":")
    guard pair.count == 2, let file = UInt64(pair[0], radix: 36), let offset = Int(pair[1]), offset >= 0
    else {
      return nil
    }
    part = (file, offset)
  }

  var text: String {
    let marks = known.sorted().map { String($0, radix: 36) }.joined(separator: ",")
    let rest = part.map { "\(String($0.file, radix: 36)):\($0.offset)" } ?? ""
    return "directory1;\(before);\(marks);\(rest)"
  }

  static func == (one: TakenFiles, other: TakenFiles) -> Bool { one.text == other.text }
}

/// A file in the folder, as it is found there.
struct DroppedFile: Equatable {
  var name: String
  /// When it was last changed, in nanoseconds since 1970.
  var changed: Int64
  var size: Int

  var mark: UInt64 { FileFingerprint.hash("\(name)\0\(changed)\0\(size)".utf8) }

  /// Whether it comes before another one.
  static func < (one: DroppedFile, other: DroppedFile) -> Bool {
    (one.changed, one.name) < (other.changed, other.name)
  }
}
