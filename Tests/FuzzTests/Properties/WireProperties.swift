@testable import RefreshWire

/// What is read from the wire can be written and read again, is UTF-8 and finite; what is refused says why in words that
/// fit into the answer.
enum WireProperties {
  /// Few rows, so that an input can have too many.
  private static let rowLimit = 20

  static func check(_ input: [UInt8]) throws(BrokenProperty) {
    try checkClientMessage(input)
    try checkServerMessage(input)
    try checkRowsOfText(input)
    try checkRowsOfJSON(input)
  }

  private static func checkClientMessage(_ input: [UInt8]) throws(BrokenProperty) {
    switch read(input, ClientMessage.decode) {
    case .success(let message):
      try promise(input.count <= WireBounds.clientMessage, "a message that is too long is read")
      try promise(isUTF8(input), "a message that is not UTF-8 is read")
      try checkRoundTrip(message, ClientMessage.decode)
      if case .pointer(let pointer) = message { try checkFinite(pointer) }
    case .failure(.malformed(let reason)):
      try promise((1...123).contains(reason.utf8.count), "a close reason does not fit: \(reason)")
    case .failure(.error(let error)):
      try checkRoundTrip(ServerMessage.error(error)) { (text) throws(DecodeError) in
        try ServerMessage.decode(text)
      }
    }
  }

  private static func checkFinite(_ message: PointerMessage) throws(BrokenProperty) {
    let (sample, scroll) = (message.sample, message.sample.scroll)
    for number in [sample.x, sample.y, scroll.top, scroll.height, scroll.view] {
      try promise(number.isFinite, "a number is not finite: \(number)")
    }
  }

  private static func checkServerMessage(_ input: [UInt8]) throws(BrokenProperty) {
    guard case .success(let message?) = read(input, ServerMessage.decode) else { return }
    try promise(isUTF8(input), "a message that is not UTF-8 is read")
    try checkRoundTrip(message) { (text) throws(DecodeError) in try ServerMessage.decode(text) }
    if case .pull(let pull) = message {
      try promise(pull.report.offset.isFinite && pull.report.percent.isFinite, "a pull is not finite")
    }
  }

  /// The bytes are compared too: texts that differ in their bytes may be equal.
  private static func checkRoundTrip<Message: JSONEncodable & Equatable>(
    _ message: Message, _ decode: (UnsafeRawBufferPointer) throws(DecodeError) -> Message?
  ) throws(BrokenProperty) {
    let text = message.encoded()
    try promise(isUTF8(text), "what is written is not UTF-8")
    guard case .success(let again?) = read(text, decode) else {
      throw BrokenProperty(
        description: "what is written is not read: \(String(decoding: text, as: UTF8.self))")
    }
    try promise(again == message, "\(again) was \(message)")
    try promise(again.encoded() == text, "\(again) is written in two ways")
  }

  private static func checkRowsOfText(_ input: [UInt8]) throws(BrokenProperty) {
    let read = { (text: UnsafeRawBufferPointer) throws(ErrorBody) in
      try AppendBody.decode(text: text, limit: rowLimit)
    }
    guard case .success(let rows) = self.read(input, read) else { return }
    try promise(isUTF8(input), "rows that are not UTF-8 are read")
    let ends = input.count { $0 == 0x0a }
    let last = input.isEmpty || input.last == 0x0a ? 0 : 1
    try promise(rows.count == ends + last, "\(rows.count) rows of \(ends) lines")
    try checkBounds(rows)
    let lines: [UInt8] = rows.flatMap { row -> [UInt8] in row.utf8 + [0x0a] }
    guard case .success(let again) = self.read(lines, read) else {
      throw BrokenProperty(description: "rows that were read are not read again")
    }
    try promise(again.map { Array($0.utf8) } == rows.map { Array($0.utf8) }, "\(again) was \(rows)")
  }

  private static func checkRowsOfJSON(_ input: [UInt8]) throws(BrokenProperty) {
    let read = { (text: UnsafeRawBufferPointer) throws(ErrorBody) in
      try AppendBody.decode(json: text, limit: rowLimit)
    }
    guard case .success(let rows) = self.read(input, read) else { return }
    try promise(isUTF8(input), "rows that are not UTF-8 are read")
    try checkBounds(rows)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("rows")
    writer.beginArray()
    for row in rows { writer.string(row) }
    writer.endArray()
    writer.endObject()
    guard case .success(let again) = self.read(writer.bytes, read) else {
      throw BrokenProperty(description: "rows that were read are not read again")
    }
    try promise(again.map { Array($0.utf8) } == rows.map { Array($0.utf8) }, "\(again) was \(rows)")
  }

  private static func checkBounds(_ rows: [String]) throws(BrokenProperty) {
    try promise(rows.count <= rowLimit, "too many rows are read")
    try promise(rows.allSatisfy { $0.utf8.count <= WireBounds.rowText }, "a row that is too long is read")
  }

  private static func read<Value, Failure: Error>(
    _ input: [UInt8], _ decode: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    input.withUnsafeBytes { bytes in Result { () throws(Failure) in try decode(bytes) } }
  }
}
