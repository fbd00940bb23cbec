/// Takes a request's body out of what arrives, by its length or in chunks, and bounds it.
struct HTTPBodyReader {
  private enum Part {
    case rest(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailer
    case done
  }

  /// The longest line of a chunk's size with its extensions, or of the trailer.
  private static let maxLine = 1_024

  let maxBody: Int
  private(set) var body: [UInt8] = []
  private var part: Part
  private var trailerLines = 0

  /// - Throws: the answer to a body whose end cannot be known for certain, or that is too long.
  init(_ head: HTTPRequestHead, maxBody: Int) throws(HTTPRefusal) {
    self.maxBody = maxBody
    let lengths = head.count("content-length")
    if let coding = head.value("transfer-encoding") {
      guard lengths == 0, head.isHTTP11 else {
        throw .malformed("a body has either a length or is chunked")
      }
      guard sameName(coding, "chunked") else {
        throw HTTPRefusal(501, "coding-not-supported", "the only transfer coding taken is chunked")
      }
      part = .chunkSize
    } else if lengths == 0 {
      part = .done
    } else {
      guard lengths == 1, let text = head.value("content-length"), !text.isEmpty, text.utf8.count <= 18,
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text)
      else { throw .malformed("Content-Length must be one number") }
      guard length <= maxBody else { throw Self.tooLong(maxBody) }
      part = length == 0 ? .done : .rest(length)
    }
  }

  var isDone: Bool {
    if case .done = part { true } else { false }
  }

  /// Takes what belongs to the body from the front of `input`; what follows it stays there.
  mutating func take(from input: inout [UInt8]) throws(HTTPRefusal) {
    var at = 0
    defer { input.removeFirst(at) }
    while !isDone {
      switch part {
      case .rest(let count):
        let taken = min(count, input.count - at)
        body += input[at..<(at + taken)]
        at += taken
        part = taken == count ? .done : .rest(count - taken)
        if taken < count { return }
      case .chunk(let count):
        let taken = min(count, input.count - at)
        body += input[at..<(at + taken)]
        at += taken
        part = taken == count ? .chunkEnd : .chunk(count - taken)
        if taken < count { return }
      case .chunkSize:
        guard let line = try line(input, &at) else { return }
        let count = try size(line)
        guard body.count + count <= maxBody else { throw Self.tooLong(maxBody) }
        part = count == 0 ? .trailer : .chunk(count)
      case .chunkEnd:
        guard let line = try line(input, &at) else { return }
        guard line.isEmpty else { throw .malformed("a chunk is longer than its size says") }
        part = .chunkSize
      case .trailer:
        guard let line = try line(input, &at) else { return }
        trailerLines += 1
        if line.isEmpty { part = .done }
        if trailerLines > 32 { throw .malformed("a chunked body's trailer is too long") }
      case .done:
        return
      }
    }
  }

  private func line(_ input: [UInt8], _ at: inout Int) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    guard let end = input[at...].firstIndex(of: 0x0a) else {
      if input.count - at > Self.maxLine { throw .malformed("a line of a chunked body is too long") }
      return nil
    }
    guard end > at, input[end - 1] == 0x0d, end - at <= Self.maxLine else {
      throw .malformed("lines of a chunked body must be short and end with CR LF")
    }
    defer { at = end + 1 }
    return input[at..<(end - 1)]
  }

  private func size(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> Int {
    let digits = line.prefix { $0 != 0x3b }
    guard !digits.isEmpty, digits.count <= 8 else { throw .malformed("a chunk's size is not a number") }
    var size = 0
    for byte in digits {
      guard let digit = hexDigit(byte) else { throw .malformed("a chunk's size is not a number") }
      size = size << 4 | Int(digit)
    }
    return size
  }

  private static func tooLong(_ maxBody: Int) -> HTTPRefusal {
    HTTPRefusal(413, "body-too-long", "a body is at most \(maxBody) bytes")
  }
}
