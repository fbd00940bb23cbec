import CLibXML2

/// A document as libxml2 takes it: piece by piece, so that its reading can be ended between two of them.
final class XMLPieces {
  private let text: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// Asked before each piece; without more of them libxml2 is soon at its end.
  var mayGoOn: () -> Bool = { true }

  /// - Parameter text: must live as long as this does.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// A parser that reads from here.
  func makeContext() -> xmlParserCtxtPtr? {
    let me = Unmanaged.passUnretained(self).toOpaque()
    return xmlCreateIOParserCtxt(nil, nil, pieceWanted, nil, me, XML_CHAR_ENCODING_NONE)
  }

  fileprivate func next(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard mayGoOn() else { return 0 }
    let piece = text[offset...].prefix(room.count)
    room.copyBytes(from: piece)
    offset += piece.count
    return piece.count
  }
}

private func pieceWanted(
  _ context: UnsafeMutableRawPointer?, _ room: UnsafeMutablePointer<CChar>?, _ size: Int32
) -> Int32 {
  let pieces = Unmanaged<XMLPieces>.fromOpaque(context!).takeUnretainedValue()
  return Int32(pieces.next(into: UnsafeMutableRawBufferPointer(start: room, count: Int(max(0, size)))))
}
