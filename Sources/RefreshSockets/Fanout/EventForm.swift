/// What makes a message an event of event streams, as the HTML standard has them.
public struct EventLabel {
  let name: StaticString
  let id: String?
  let data: [UInt8]?

  /// - Parameters:
  ///   - name: what a page listens for.
  ///   - id: what a browser shows when it comes back; one line.
  ///   - data: what it is told instead of the message itself; one line.
  public init(_ name: StaticString, id: String? = nil, data: [UInt8]? = nil) {
    self.name = name
    self.id = id
    self.data = data
  }
}

/// A piece of an event stream, ready for any number of readers.
struct EventForm {
  /// As a chunk of HTTP/1.1.
  let chunk: [UInt8]
  /// Where in it the piece itself is.
  private let text: Range<Int>

  init(_ text: [UInt8]) {
    let size = Array("\(String(text.count, radix: 16))\r\n".utf8)
    chunk = size + text + [0x0d, 0x0a]
    self.text = size.count..<(size.count + text.count)
  }

  /// - Parameter message: one line, as all JSON of this server is.
  init(_ label: EventLabel, message: [UInt8]) {
    let id = label.id.map { "id: \($0)\n" } ?? ""
    self.init(Array("\(id)event: \(label.name)\ndata: ".utf8) + (label.data ?? message) + [0x0a, 0x0a])
  }

  /// When a browser comes back after the stream's end, in milliseconds.
  init(retry: Int) { self.init(Array("retry: \(retry)\n\n".utf8)) }

  /// Tells nothing but that the stream lives.
  static let comment = EventForm(Array(":\n\n".utf8))

  func bytes(chunked: Bool) -> [UInt8] { chunked ? chunk : Array(chunk[text]) }
}
