/// The head of an answer, as far as a source needs it; libcurl hands it on line by line.
struct HTTPHead {
  /// How long all lines together may be, in bytes.
  static let maxBytes = 65_536

  /// 200, 404 …; 0 before there is one.
  private(set) var status = 0
  /// What the server calls that, clean and short.
  private(set) var reason = ""
  private(set) var contentType: String?
  private(set) var location: String?
  private(set) var validators = HTTPValidators()
  /// How the body is packed, as it was said.
  private(set) var encoding: String?
  /// How long the body is as it travels, if that was said.
  private(set) var length: Int?
  /// Whether how long the body is was said in a way that nobody can hold it against what has come.
  private(set) var isLengthUnclear = false
  private(set) var isTooLong = false
  private var isChunked = false
  /// Whether all of it has come; what follows an answer's body is no head.
  private(set) var isComplete = false
  private var bytes = 0

  /// Takes the next line, with its end.
  mutating func take(_ line: some Collection<UInt8>) {
    bytes += line.count
    guard bytes <= Self.maxBytes else { return isTooLong = true }
    let line = String(decoding: line, as: UTF8.self).filter { $0 != "\r\n" && $0 != "\n" && $0 != "\r" }
    // What follows an answer's body is no head; but after one that is only on the way another comes.
    guard !isComplete || (100...199).contains(status) else { return }
    if line.hasPrefix("HTTP/"), status == 0 || isComplete { return begin(line) }
    if line.isEmpty { return isComplete = true }
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...].trimmingBlanks
    switch line[..<colon].lowercased() {
    case "content-type": contentType = value
    case "location": location = location ?? value
    case "etag": validators.etag = HTTPValidators.etag(value)
    case "last-modified": validators.lastModified = HTTPValidators.date(value)
    case "content-length": take(length: value)
    case "content-encoding": encoding = encoding.map { "\($0), \(value)" } ?? value
    case "transfer-encoding": isChunked = isChunked || value.lowercased().contains("chunked")
    default: break
    }
    // Then the chunks say it.
    if isChunked { (length, isLengthUnclear) = (nil, false) }
  }

  private mutating func take(length text: String) {
    // `Int` would take a sign.
    let said = text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    if said == nil || length ?? said != said { isLengthUnclear = true }
    length = said
  }

  /// A status line: an answer that is only on the way, such as 103, may have come before.
  private mutating func begin(_ line: String) {
    let all = bytes
    self = HTTPHead()
    bytes = all
    let words = line.split(separator: " ", maxSplits: 2)
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    reason = words.count > 2 ? String(LineText.clean(words[2].utf8).prefix(60)) : ""
  }

  /// Whether the answer is that what is asked for is elsewhere.
  var isRedirect: Bool {
    // Asked for each chunk of a body, of which there may be as many as bytes: no list is made for that.
    switch status {
    case 301, 302, 303, 307, 308: location != nil
    default: false
    }
  }
  var isSuccess: Bool { (200...299).contains(status) }
}

extension Substring {
  /// Without the spaces and tabs around it.
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }
}
