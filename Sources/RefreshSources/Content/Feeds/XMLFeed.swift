/// A feed in XML: RSS of any version, or Atom.
enum XMLFeed {
  /// Reads a document.
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - isStopped: asked again and again whether nobody wants it any more; what it says then is no matter.
  /// - Throws: ``ContentError`` if it is no feed, or cannot be read.
  static func read(
    _ text: [UInt8], maxItems: Int, isStopped: @escaping () -> Bool = { false }
  ) throws(ContentError) -> Feed {
    // Some feeds begin with blank lines, which XML forbids.
    let body = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let firstLine = text[..<body.startIndex].count { $0 == 0x0A } + 1
    guard !body.isEmpty else {
      throw ContentError("There is nothing there, where a feed should be")
    }
    // libxml2 would take it for another charset.
    if let place = body.firstIndex(of: 0) {
      let line = text[..<place].count { $0 == 0x0A } + 1
      throw Self.fault("line \(line): there is a NUL byte")
    }
    var builder = FeedBuilder(maxItems: maxItems)
    let fault = body.withUnsafeBufferPointer { buffer -> String? in
      guard let events = XMLEvents(buffer, firstLine: firstLine, isStopped) else {
        return "there is no memory for it"
      }
      events.begin = { builder.begin($0) }
      events.text = { builder.text($0) }
      events.end = { builder.end() }
      return events.read()
    }
    if let fault { throw Self.fault(fault) }
    return builder.feed
  }

  private static func fault(_ words: String) -> ContentError {
    ContentError("The feed's XML cannot be read: \(words)")
  }
}
