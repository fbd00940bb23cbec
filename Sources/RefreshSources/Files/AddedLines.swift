import Glibc

/// The lines that files have had added, as rows within the limits of one run.
struct AddedLines {
  /// A line that is longer counts as ended there.
  static let maxLine = 1 << 20
  /// What one run reads at most.
  static let maxRead = 256 << 20
  private static let piece = 65_536

  private let maxRows: Int
  private var lines: LineCollector
  private var left = Self.maxRead
  private let asks: WorkAsks

  init(_ limits: SourceLimits, _ asks: WorkAsks) {
    maxRows = limits.rows
    lines = LineCollector(maxRows: limits.rows, maxRowBytes: limits.rowBytes)
    self.asks = asks
  }

  var rows: [SourceRow] { lines.rows.map { SourceRow($0) } }

  /// Whether this run brings no more. One that has no line yet does not give up for want of time: the next would be as
  /// slow, and come as far.
  var isFull: Bool {
    lines.rows.count >= maxRows || left <= 0 || asks.isStopped() || (!lines.rows.isEmpty && asks.isLate())
  }

  /// Takes the lines after a place in a file, as far as they fit.
  /// - Parameters:
  ///   - mark: the place; its size is that of the file when it was last looked at, -1 if it was not.
  ///   - isWhole: whether nothing will be added to the last line, so that it counts without its break.
  /// - Returns: the place after the last line that was taken; `nil` if the file was emptied meanwhile, then nothing was
  ///   taken.
  mutating func take(_ file: OpenFile, after mark: FileMark, isWhole: Bool = false) throws(FileError)
    -> FileMark?
  {
    let size = try file.size()
    guard size >= mark.offset else { return nil }
    let before = lines
    var place = mark
    var read = try ReadBytes(of: file, before: mark.offset)
    guard read.fingerprint == mark.fingerprint else { return nil }
    var at = mark.offset
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { buffer.deallocate() }
    while at < size, !isFull {
      let count = try file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - at)), at: at)
      // It was emptied in this moment.
      guard count > 0 else { break }
      left -= count
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      take(piece, at, &place)
      read.take(piece, before: max(0, place.offset - at))
      at += count
    }
    if place.offset < at {
      // An unfinished line waits for its end, unless nothing has come since the last look.
      let rests = !isFull && at == size && (isWhole || (mark.size == size && place.offset == mark.offset))
      if rests {
        endLine()
        place.offset = at
        place.isInLine = true
        read.takeAll()
      } else {
        lines.dropLine()
      }
    }
    place.size = size
    place.fingerprint = read.fingerprint
    // It was emptied meanwhile, and perhaps filled again: what was read is looked for in a copy, from the same place.
    // Where it is emptied after this look, the next run sees that the fingerprint is of another text.
    guard try file.size() >= size, try mark.continues(in: file), try place.continues(in: file) else {
      lines = before
      return nil
    }
    return place
  }

  /// Takes the lines of a piece that stands at `offset`, and moves the place behind them.
  private mutating func take(_ piece: UnsafeRawBufferPointer, _ offset: Int, _ place: inout FileMark) {
    var start = 0
    if place.offset == offset {
      start = Self.lead(piece, offset, place.isInLine)
      place.offset += start
      if start > 0 || piece.first != 0x0D || piece.count > 1 { place.isInLine = false }
    }
    while start < piece.count, lines.rows.count < maxRows {
      let rest = UnsafeRawBufferPointer(rebasing: piece[start...])
      guard let end = memchr(rest.baseAddress!, 0x0A, rest.count) else {
        lines.append(rest)
        if offset + piece.count - place.offset >= Self.maxLine {
          endLine()
          place.offset = offset + piece.count
          place.isInLine = true
        }
        return
      }
      let count = UnsafeRawPointer(end) - UnsafeRawPointer(rest.baseAddress!) + 1
      lines.append(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      start += count
      place.offset = offset + start
    }
  }

  private mutating func endLine() {
    withUnsafeBytes(of: UInt8(0x0A)) { lines.append($0) }
  }

  /// How many bytes are before the first line: the break of one that was brought without it, or a mark of UTF-8.
  private static func lead(_ piece: UnsafeRawBufferPointer, _ offset: Int, _ isInLine: Bool) -> Int {
    if offset == 0 { return piece.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
    guard isInLine else { return 0 }
    return piece.starts(with: [0x0A]) ? 1 : piece.starts(with: [0x0D, 0x0A]) ? 2 : 0
  }

  /// Whether a file has a whole line after a place, or begins one that is long.
  static func hasMore(_ file: OpenFile, after mark: FileMark) throws(FileError) -> Bool {
    let next = try file.bytes(piece, at: mark.offset)
    return next.count == piece || next.contains(0x0A)
  }
}
