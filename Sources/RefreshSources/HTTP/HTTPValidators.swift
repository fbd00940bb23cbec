/// What an answer can be asked for by later, whether it has changed.
struct HTTPValidators: Equatable {
  var etag: String?
  var lastModified: String?

  init() {}

  /// Those that a cursor holds, and nothing else that might stand there.
  /// - Parameter reading: how the answer is read now. If it was read in another way, then what it was is no matter.
  init(cursor: String?, reading: String) {
    let lines = (cursor ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 3, lines[0] == reading else { return }
    etag = Self.etag(lines[1])
    lastModified = Self.date(lines[2])
  }

  /// To be stored with the rows; empty if there are none.
  func cursor(reading: String) -> String {
    etag == nil && lastModified == nil ? "" : "\(reading)\n\(etag ?? "")\n\(lastModified ?? "")"
  }

  /// The header fields that ask by them.
  var fields: [String] {
    [etag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
  }

  /// A tag if it can be sent back as it is and is not unreasonably long.
  static func etag(_ text: String) -> String? {
    let isTag = text.hasPrefix("\"") || text.hasPrefix("W/\"")
    return isTag && text.hasSuffix("\"") && isPlain(text, upTo: 1_024) ? text : nil
  }

  static func date(_ text: String) -> String? {
    isPlain(text, upTo: 64) ? text : nil
  }

  private static func isPlain(_ text: String, upTo count: Int) -> Bool {
    (1...count).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
