/// Which files of a folder were taken already.
///
/// A file is known by its name, its size and the time of its last change: one that is changed counts as new.
struct TakenFiles: Equatable {
  /// How many files are known at most: all that a folder may hold. Each takes up to 14 bytes of the cursor.
  static let maxKnown = Folder.maxEntries

  /// All files that were changed at this time or before, in nanoseconds since 1970: what a cursor of an earlier version
  /// may say. None are, once the files have been settled.
  private(set) var before = Int64.min
  private(set) var known: Set<UInt64> = []
  /// The file that was taken in part, and how far.
  var part: (file: UInt64, offset: Int)?

  init() {}

  func has(_ file: DroppedFile) -> Bool {
    file.changed <= before || known.contains(file.mark)
  }

  /// Forgets the files that are no longer in the folder, and knows each of those that were taken.
  ///
  /// A time up to which all count as taken would not do: many files may have one time, of which a run takes some, and
  /// one with an early time may be waiting or yet to come.
  /// - Parameter files: those in the folder.
  mutating func settle(_ files: [DroppedFile]) {
    var kept: Set<UInt64> = []
    for file in files {
      let mark = file.mark
      if file.changed <= before || known.contains(mark) { kept.insert(mark) }
    }
    known = kept
    before = .min
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
