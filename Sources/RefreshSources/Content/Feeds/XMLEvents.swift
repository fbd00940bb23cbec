import CLibXML2

/// An element as it begins.
struct XMLElement {
  /// Its name without a prefix.
  let name: String
  let vocabulary: FeedVocabulary
  fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  let attributeCount: Int

  /// The value of an attribute of that name, whatever its namespace.
  func attribute(_ name: StaticString) -> String? {
    // libxml2 gives five addresses for each: name, prefix, namespace, and the begin and end of the value.
    for index in 0..<attributeCount {
      guard let own = attributes?[5 * index], let begin = attributes?[5 * index + 3],
        let end = attributes?[5 * index + 4], isEqual(own, name)
      else { continue }
      return String(
        decoding: UnsafeBufferPointer(start: begin, count: min(end - begin, 4_096)), as: UTF8.self)
    }
    return nil
  }

  private func isEqual(_ own: UnsafePointer<xmlChar>, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { xmlStrncmp(own, $0.baseAddress, Int32($0.count)) == 0 && own[$0.count] == 0 }
  }
}

/// Reads XML from outside once, from begin to end, and tells what it meets.
///
/// Nothing is fetched. A document that declares anything of its own (entities, elements, attributes) is refused where the
/// declarations begin: feeds need none, and they are what makes small documents large. Names, attributes, depth and
/// lengths are bounded.
final class XMLEvents {
  var begin: (XMLElement) -> String? = { _ in nil }
  var end: () -> Void = {}
  var text: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
  let context: xmlParserCtxtPtr
  private let pieces: XMLPieces
  private let isStopped: () -> Bool
  /// What libxml2 sets up once, before several threads use it.
  private static let library: Void = xmlInitParser()
  private var vocabularies: [UnsafePointer<xmlChar>: FeedVocabulary] = [:]
  private var depth = 0
  private var fault: String?
  private let firstLine: Int

  /// - Parameters:
  ///   - text: UTF-8 without NUL; it must live as long as this does.
  ///   - firstLine: the number of its first line.
  ///   - isStopped: asked again and again whether nobody wants it any more.
  init?(_ text: UnsafeBufferPointer<UInt8>, firstLine: Int, _ isStopped: @escaping () -> Bool) {
    self.firstLine = firstLine
    self.isStopped = isStopped
    Self.library
    pieces = XMLPieces(text)
    guard let context = pieces.makeContext() else { return nil }
    self.context = context
    // What the text says of its charset is no longer so: it is UTF-8 by now.
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
    // Nothing of libxml2's own that would build a tree, load a DTD or know entities.
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = elementBegan
    handler.endElementNs = elementEnded
    handler.characters = textCame
    handler.ignorableWhitespace = textCame
    handler.cdataBlock = textCame
    handler.reference = referenceCame
    handler.internalSubset = typeCame
    handler.serror = errorCame
    context.pointee.sax.pointee = handler
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    pieces.mayGoOn = { [unowned self] in mayGoOn() }
  }

  deinit {
    xmlFreeParserCtxt(context)
  }

  /// Reads the text to its end.
  /// - Returns: what is wrong and where, if it cannot be read.
  func read() -> String? {
    xmlParseDocument(context)
    return fault ?? (context.pointee.wellFormed == 0 ? "it is not well-formed" : nil)
  }

  /// Asked before each piece of the text.
  private func mayGoOn() -> Bool {
    let words = isStopped() ? "it was not read to its end" : crossed
    // From inside libxml2, which may be in the middle of a tag: it is told only that nothing more comes.
    if let words { note(words) }
    return fault == nil
  }

  /// The text is not read any further.
  private func stop(_ words: String) {
    note(words)
    xmlStopParser(context)
  }

  private func note(_ words: String) {
    note(words, line: context.pointee.input.map { Int($0.pointee.line) })
  }

  private func note(_ words: String, line: Int?) {
    // What follows the first fault is mostly a consequence of it.
    guard fault == nil else { return }
    fault =
      (line.map { "line \($0 + firstLine - 1): " } ?? "") + LineText.cut(LineText.clean(words.utf8), to: 300)
  }

  fileprivate func began(_ element: XMLElement) {
    depth += 1
    if depth > Self.maxDepth { return stop("more than \(Self.maxDepth) elements are open") }
    if element.attributeCount > Self.maxAttributes { return stop(Self.tooManyAttributes) }
    if let words = begin(element) { stop(words) }
  }

  fileprivate func ended() {
    depth -= 1
    end()
  }

  fileprivate func vocabulary(_ uri: UnsafePointer<xmlChar>?, hasPrefix: Bool) -> FeedVocabulary {
    guard let uri else { return FeedVocabulary(uri: nil, hasPrefix: hasPrefix) }
    // libxml2 keeps one copy of each name as long as the parser lives.
    if let known = vocabularies[uri] { return known }
    let found = FeedVocabulary(uri: String(cString: uri), hasPrefix: hasPrefix)
    if vocabularies.count < 100 { vocabularies[uri] = found }
    return found
  }

  /// The name of the document's type was read; declarations of its own may follow, in brackets.
  fileprivate func typeNamed() {
    guard context.pointee.input?.pointee.cur?.pointee == UInt8(ascii: "[") else { return }
    stop("it declares entities, elements or attributes of its own (<!DOCTYPE … [ … ]>), which are not read")
  }

  fileprivate func failed(_ error: xmlError) {
    guard error.level == XML_ERR_FATAL else { return }
    let words = error.message.map { String(cString: $0) } ?? "it is not well-formed"
    note(String(words.prefix { $0 != "\n" }), line: Int(error.line))
  }
}

private func events(_ context: UnsafeMutableRawPointer?) -> XMLEvents {
  Unmanaged<XMLEvents>.fromOpaque(context!).takeUnretainedValue()
}

private func elementBegan(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?, _ namespaceCount: Int32,
  _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ attributeCount: Int32, _ defaulted: Int32,
  _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  let me = events(context)
  me.began(
    XMLElement(
      name: name.map { String(cString: $0) } ?? "", vocabulary: me.vocabulary(uri, hasPrefix: prefix != nil),
      attributes: attributes, attributeCount: Int(attributeCount)))
}

private func elementEnded(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?
) {
  events(context).ended()
}

private func textCame(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: Int32) {
  events(context).text(UnsafeBufferPointer(start: text, count: Int(count)))
}

/// An entity of a DTD that is not loaded: as it stands, so that what HTML knows is read when the text is.
private func referenceCame(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
  guard let name else { return }
  let text = Array("&\(String(cString: name));".utf8)
  text.withUnsafeBufferPointer { events(context).text($0) }
}

private func typeCame(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ publicID: UnsafePointer<xmlChar>?,
  _ systemID: UnsafePointer<xmlChar>?
) {
  events(context).typeNamed()
}

private func errorCame(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
  if let error { events(context).failed(error.pointee) }
}
