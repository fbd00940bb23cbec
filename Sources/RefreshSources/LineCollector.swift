import Glibc

/// Makes rows of a program's output, whatever pieces it comes in.
///
/// A line ends with LF or CRLF; the last one also with the output. Memory is bounded: a line is kept to a little
/// more than a row's length, and after the last row that is kept nothing is.
struct LineCollector {
  private let maxRows: Int
  private let maxRowBytes: Int
  private(set) var rows: [String] = []
  /// Whether there was more than the rows kept.
  private(set) var isTruncated = false
  /// The begin of the line under way, and the CR that it may end in: at most a row's bytes and one.
  private var begin: [UInt8] = []
  /// How long the line under way is.
  private var length = 0
  private var endsInCR = false

  init(maxRows: Int, maxRowBytes: Int) {
    precondition(maxRows >= 0 && maxRowBytes >= 16, "a row holds at least the mark of a cut and a character")
    self.maxRows = maxRows
    self.maxRowBytes = maxRowBytes
  }

  /// Takes the next piece.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    var rest = piece[...]
    while !rest.isEmpty, !isTruncated {
      let bytes = UnsafeRawBufferPointer(rebasing: rest)
      guard let end = memchr(bytes.baseAddress!, 0x0A, bytes.count) else { return extend(bytes) }
      let count = UnsafeRawPointer(end) - UnsafeRawPointer(bytes.baseAddress!)
      extend(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      endLine()
      rest = rest[(rest.startIndex + count + 1)...]
    }
  }

  /// The output is at its end: all its rows.
  mutating func finish() -> (rows: [String], truncated: Bool) {
    if length > 0 { endLine() }
    return (rows, isTruncated)
  }

  private mutating func extend(_ bytes: UnsafeRawBufferPointer) {
    guard let last = bytes.last else { return }
    if rows.count >= maxRows { return isTruncated = true }
    begin += bytes.prefix(maxRowBytes + 1 - begin.count)
    length += bytes.count
    endsInCR = last == 0x0D
  }

  private mutating func endLine() {
    if rows.count >= maxRows { return isTruncated = true }
    if endsInCR {
      length -= 1
      if begin.count > length { begin.removeLast() }
    }
    let text = LineText.clean(begin)
    rows.append(
      length > maxRowBytes ? LineText.marked(text, within: maxRowBytes) : LineText.cut(text, to: maxRowBytes))
    begin.removeAll(keepingCapacity: true)
    length = 0
    endsInCR = false
  }
}
