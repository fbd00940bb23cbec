/// What was read of a file, as far as its fingerprint needs it.
///
/// The fingerprint of a place is of the bytes that were really read before it. The file may hold others by then: it can be
/// emptied and filled again at any time.
struct ReadBytes {
  private static let headLength = 256
  private static let tailLength = 1_024

  /// The begin of the file.
  private var head: [UInt8]
  /// The last bytes of what was read.
  private var tail: [UInt8]
  /// Of what is before the place.
  private(set) var fingerprint: FileFingerprint

  /// Reads what is before a place in a file.
  init(of file: OpenFile, before offset: Int) throws(FileError) {
    head = try file.bytes(min(offset, Self.headLength), at: 0)
    let length = min(offset, Self.tailLength)
    tail = try file.bytes(length, at: offset - length)
    fingerprint = FileFingerprint(
      head: FileFingerprint.hash(head), tail: FileFingerprint.hash(tail))
  }

  /// Takes the piece that was read next; so many of its bytes are before the place, which stays where it was for 0.
  mutating func take(_ piece: UnsafeRawBufferPointer, before count: Int) {
    if count > 0 {
      let begin = head + piece.prefix(min(count, Self.headLength - head.count))
      let end = (tail + piece[..<count].suffix(Self.tailLength)).suffix(Self.tailLength)
      fingerprint = FileFingerprint(
        head: FileFingerprint.hash(begin), tail: FileFingerprint.hash(end))
    }
    head += piece.prefix(Self.headLength - head.count)
    tail = Array((tail + piece.suffix(Self.tailLength)).suffix(Self.tailLength))
  }

  /// Moves the place behind all that was read.
  mutating func takeAll() {
    fingerprint = FileFingerprint(
      head: FileFingerprint.hash(head), tail: FileFingerprint.hash(tail))
  }
}
