import FoundationEssentials
import Glibc

/// Lines of standard input, as they come.
struct LineInput {
  /// One line without its end.
  struct Line {
    /// Counted from 1.
    let number: Int
    let bytes: [UInt8]
    /// There was more of it than is kept.
    let isCut: Bool
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  /// The part of a line that has come.
  private var part: [UInt8] = []
  private var isCut = false
  private var count = 0
  private var hasEnded = false

  /// - Parameter limit: how many bytes of a line are kept.
  init(descriptor: Int32 = 0, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Whether a line, or the end, is there without waiting.
  var isReady: Bool {
    if hasEnded || buffer[start...].contains(UInt8(ascii: "\n")) { return true }
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// The next line, nil at the end. The end of the last line need not be there.
  /// - Throws: ``CommandError`` if it cannot be read.
  mutating func next() throws(CommandError) -> Line? {
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        keep(buffer[start..<end])
        start = end + 1
        return take()
      }
      keep(buffer[start...])
      if !hasEnded { hasEnded = !(try fill()) }
      if hasEnded {
        buffer = []
        start = 0
        return part.isEmpty && !isCut ? nil : take()
      }
    }
  }

  private mutating func keep(_ piece: ArraySlice<UInt8>) {
    let room = limit + 1 - part.count
    if piece.count > room { isCut = true }
    part += piece.prefix(max(0, room))
  }

  private mutating func take() -> Line {
    count += 1
    if part.last == UInt8(ascii: "\r"), !isCut { part.removeLast() }
    if part.count > limit { isCut = true }
    let line = Line(number: count, bytes: Array(part.prefix(limit)), isCut: isCut)
    part = []
    isCut = false
    return line
  }

  private mutating func fill() throws(CommandError) -> Bool {
    start = 0
    buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        buffer.removeLast(buffer.count - count)
        return count > 0
      }
      guard errno == EINTR else {
        buffer = []
        throw CommandError(.failed, "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
    }
  }
}
