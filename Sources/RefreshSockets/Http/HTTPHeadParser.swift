/// Reads the head of a HTTP/1 request, strictly: what two readers could understand differently is refused.
struct HTTPHeadParser {
  /// What has been found so far.
  enum Answer {
    case needsMore
    /// A whole head, and how many bytes it took.
    case head(HTTPRequestHead, Int)
  }

  static let maxTarget = 8_192
  static let maxFields = 100
  private static let longTarget =
    "the target of a request has at most \(maxTarget) bytes; send what is longer in a body"
  /// Fields that are not lists: of two, joined or not, it would not be known which is meant.
  private static let singles = [
    "Idempotency-Key", "Content-Length", "Content-Type", "Authorization", "Origin", "Sec-WebSocket-Key",
    "Sec-WebSocket-Version",
  ]

  let maxHead: Int
  /// Bytes already looked through for the end of the head.
  private var scanned = 0
  private var lineStart = 0
  private var lines: [Range<Int>] = []

  init(maxHead: Int) {
    self.maxHead = maxHead
  }

  /// Looks at what came; `bytes` begins with the same bytes at each call.
  mutating func parse(_ bytes: [UInt8]) throws(HTTPRefusal) -> Answer {
    while scanned < bytes.count {
      let byte = bytes[scanned]
      scanned += 1
      if byte == 0 { throw .malformed("a NUL byte is not allowed in the head of a request") }
      if byte != 0x0a {
        if scanned > maxHead { throw tooLong(bytes) }
        continue
      }
      guard scanned - 2 >= lineStart, bytes[scanned - 2] == 0x0d else {
        throw .malformed("lines must end with CR LF")
      }
      let line = lineStart..<(scanned - 2)
      lineStart = scanned
      if !line.isEmpty {
        lines.append(line)
        if lines.count > Self.maxFields + 1 {
          throw HTTPRefusal(431, "too-many-fields", "a request has at most \(Self.maxFields) header fields")
        }
      } else if lines.isEmpty {
        // One empty line before a request is tolerated, as RFC 9112 asks.
        if scanned > 2 { throw .malformed("the request line is empty") }
      } else {
        return .head(try head(bytes), scanned)
      }
    }
    return .needsMore
  }

  private func tooLong(_ bytes: [UInt8]) -> HTTPRefusal {
    lines.isEmpty
      ? HTTPRefusal(414, "target-too-long", Self.longTarget)
      : HTTPRefusal(
        431, "head-too-long", "the head of a request has at most \(maxHead) bytes, all fields together")
  }

  private func head(_ bytes: [UInt8]) throws(HTTPRefusal) -> HTTPRequestHead {
    var head = try requestLine(bytes[lines[0]])
    for line in lines.dropFirst() { head.fields.append(try field(bytes[line])) }
    let hosts = head.count("host")
    if hosts > 1 || (hosts == 0 && head.isHTTP11) {
      throw .malformed("a request must have exactly one Host field")
    }
    for name in Self.singles where head.count(name) > 1 {
      throw .malformed("a request must have at most one \(name) field")
    }
    return head
  }

  private func requestLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPRequestHead {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformed("a request line is METHOD TARGET VERSION") }
    guard !parts[0].isEmpty, parts[0].count <= 20, parts[0].allSatisfy(isToken) else {
      throw .malformed("the method is not a word")
    }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      if version.hasPrefix("HTTP/") {
        throw HTTPRefusal(505, "version-not-supported", "this server speaks HTTP/1.1")
      }
      throw .malformed("a request line is METHOD TARGET VERSION")
    }
    guard parts[1].count <= Self.maxTarget else {
      throw HTTPRefusal(414, "target-too-long", Self.longTarget)
    }
    let target = try HTTPTarget(parts[1])
    return HTTPRequestHead(
      method: String(decoding: parts[0], as: UTF8.self), path: target.path, query: target.query,
      isHTTP11: version == "HTTP/1.1")
  }

  private func field(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: 0x3a), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw .malformed("a header field is NAME: VALUE") }
    let value = line[(colon + 1)...]
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
      throw .malformed("a header field has a control character")
    }
    let text = String(decoding: value, as: UTF8.self)
    return (String(decoding: line[..<colon], as: UTF8.self), trimmed(text[...].utf8))
  }
}

/// The characters of RFC 9110's token.
func isToken(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
  case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
  default: false
  }
}
