import Glibc

/// Makes rows of a program's output, whatever pieces it comes in.
///
/// A line ends with LF or CRLF; the last one also with the output. Memory is bounded: a line is kept to a little
/// more than a row's length, and rows beyond the last one that is kept are not.
struct LineCollector {
  /// What a line with a mark is for.
  enum Use {
    /// A row, without so many of its first bytes.
    case row(dropping: Int)
    /// No row.
    case nothing
  }

  private let maxRows: Int
  private let maxRowBytes: Int
  /// What the lines that something is to be asked about begin with; empty: none are.
  private let mark: [UInt8]
  /// Asked, when it has come, what a line that begins with the mark is for; gets as much of it as a row can hold.
  var ask: ([UInt8]) -> Use = { _ in .row(dropping: 0) }
  private(set) var rows: [String] = []
  /// Whether there was more than the rows kept.
  private(set) var isTruncated = false
  /// How much of a line is kept: a row, the CR behind it, and before it what a mark leads in with.
  private var room: Int { maxRowBytes + 1 + (mark.isEmpty ? 0 : 16) }
  /// The begin of the line under way.
  private var begin: [UInt8] = []
  /// How long the line under way is.
  private var length = 0
  private var endsInCR = false

  init(maxRows: Int, maxRowBytes: Int, mark: [UInt8] = []) {
    precondition(maxRows >= 0 && maxRowBytes >= 16, "a row holds at least the mark of a cut and a character")
    self.maxRows = maxRows
    self.maxRowBytes = maxRowBytes
    self.mark = mark
  }

  /// Takes the next piece.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    var rest = piece[...]
    while !rest.isEmpty, !isTruncated || !mark.isEmpty {
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

  /// Forgets the line under way.
  mutating func dropLine() {
    begin.removeAll(keepingCapacity: true)
    length = 0
    endsInCR = false
  }

  private mutating func extend(_ bytes: UnsafeRawBufferPointer) {
    guard let last = bytes.last else { return }
    begin += bytes.prefix(room - begin.count)
    length += bytes.count
    endsInCR = last == 0x0D
  }

  private mutating func endLine() {
    if endsInCR {
      length -= 1
      if begin.count > length { begin.removeLast() }
    }
    var use = Use.row(dropping: 0)
    if !mark.isEmpty, begin.starts(with: mark) { use = ask(begin) }
    if case .row(let dropped) = use { add(dropping: dropped) }
    dropLine()
  }

  private mutating func add(dropping count: Int) {
    guard rows.count < maxRows else { return isTruncated = true }
    let text = LineText.clean(begin.dropFirst(count))
    let isCut = length - count > maxRowBytes || length > begin.count
    rows.append(isCut ? LineText.marked(text, within: maxRowBytes) : LineText.cut(text, to: maxRowBytes))
  }
}
