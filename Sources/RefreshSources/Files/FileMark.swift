/// A place in a file, and how to know later that what is before it is still the same.
struct FileMark: Equatable {
  var id: FileID
  /// After the last line that was brought.
  var offset: Int
  /// How large the file was then.
  var size: Int
  /// Whether the last line was brought without its line break, so that a break that comes now ends that line.
  var isInLine: Bool
  /// Of what is before the offset.
  var fingerprint: FileFingerprint

  /// The begin of a file that nothing is known of.
  init(beginning file: OpenFile) throws(FileError) {
    id = try file.id()
    offset = 0
    size = -1
    isInLine = false
    fingerprint = try FileFingerprint(of: file, before: 0)
  }

  init(id: FileID, offset: Int, size: Int, isInLine: Bool, fingerprint: FileFingerprint) {
    self.id = id
    self.offset = offset
    self.size = size
    self.isInLine = isInLine
    self.fingerprint = fingerprint
  }

  /// Whether a file still holds, before the offset, what it held.
  func continues(in file: OpenFile) throws(FileError) -> Bool {
    guard try file.size() >= offset else { return false }
    return try FileFingerprint(of: file, before: offset) == fingerprint
  }
}

/// What stands at a file's begin and before an offset in it, in short.
struct FileFingerprint: Equatable {
  var head: UInt64
  var tail: UInt64

  init(head: UInt64, tail: UInt64) {
    self.head = head
    self.tail = tail
  }

  init(of file: OpenFile, before offset: Int) throws(FileError) {
    self = try ReadBytes(of: file, before: offset).fingerprint
  }

  /// FNV-1a: nobody gains from making two that are equal.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The places that a source of a file has come to: in files that were rotated away and may still get late lines, and last
/// in the one that is read on.
struct FileMarks: Equatable {
  /// How many files that were rotated away are looked at again when they have been read to their end.
  static let maxFinished = 3
  /// How many there are at most.
  static let maxMarks = 16

  var marks: [FileMark]

  init(_ marks: [FileMark]) {
    self.marks = marks
  }

  /// Reads them as ``text`` has them; `nil` if they are not that.
  init?(parsing text: String) {
    let parts = text.split(separator: ";")
    guard parts.first == "file1", (2...Self.maxMarks + 1).contains(parts.count) else { return nil }
    marks = []
    for part in parts.dropFirst() {
      let fields = part.split(separator: ":")
      let numbers = fields.compactMap { UInt64($0, radix: 16) }
      guard fields.count == 7, numbers.count == 7, numbers[2] < 1 << 62, numbers[3] < 1 << 62 else {
        return nil
      }
      marks.append(
        FileMark(
          id: FileID(device: numbers[0], inode: numbers[1]), offset: Int(numbers[2]), size: Int(numbers[3]),
          isInLine: numbers[4] == 1, fingerprint: FileFingerprint(head: numbers[5], tail: numbers[6])))
    }
  }

  var text: String {
    let last = marks.count - 1
    let finished = marks.indices.dropLast().filter { marks[$0].offset >= marks[$0].size }
    let kept = marks.indices.filter {
      $0 == last || marks[$0].offset < marks[$0].size || finished.suffix(Self.maxFinished).contains($0)
    }
    let parts = kept.suffix(Self.maxMarks).map { marks[$0] }.map { mark in
      [
        mark.id.device, mark.id.inode, UInt64(mark.offset), UInt64(max(0, mark.size)), mark.isInLine ? 1 : 0,
        mark.fingerprint.head, mark.fingerprint.tail,
      ].map { String($0, radix: 16) }.joined(separator: ":")
    }
    return (["file1"] + parts).joined(separator: ";")
  }
}
