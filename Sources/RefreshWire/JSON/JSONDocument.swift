/// A JSON text that was checked whole (RFC 8259, UTF-8 included) and indexed, so that its fields can be read in any order.
///
/// The values stand in one array in the order of the text: a container, then what it holds. It costs one allocation
/// and no recursion. The document borrows the text: it must not outlive it.
package struct JSONDocument {
  /// What a value is.
  package enum Kind: UInt8 {
    case object, array, string, number, yes, no, null
  }

  /// One value, or one key of an object.
  struct Token {
    /// What it is.
    var kind: Kind
    /// Of a string: it holds escapes. Of a number: it has neither a fraction nor an exponent.
    var flag: Bool
    /// The first byte of a string's content or of a number.
    var start: Int32
    /// The byte after the last one.
    var end: Int32
    /// The index of the token after this value and all it holds; while a container is open, the one around it.
    var next: Int32
  }

  /// The text.
  let bytes: UnsafeRawBufferPointer
  /// All values; the first is the outermost.
  let tokens: [Token]

  /// Checks and indexes a text.
  package init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONFault) {
    var scanner = JSONScanner(bytes, limits: limits)
    try scanner.scan()
    self.bytes = bytes
    tokens = scanner.tokens
  }

  /// The kind of a value.
  package func kind(_ index: Int) -> Kind { tokens[index].kind }

  /// The value of an object's member, nil if there is none. Of a name given twice, the last one counts.
  func member(of object: Int, _ name: StaticString) -> Int? {
    let end = Int(tokens[object].next)
    var found: Int?
    var key = object + 1
    while key < end {
      let value = key + 1
      if isKey(tokens[key], name) { found = value }
      key = Int(tokens[value].next)
    }
    return found
  }

  /// The value of an object's member, nil if there is none, or if the value is no object.
  package func member(of object: Int, named name: String) -> Int? {
    guard kind(object) == .object else { return nil }
    var found: Int?
    forEach(of: object) { key, value in
      if let key, text(tokens[key]) == name { found = value }
    }
    return found
  }

  /// The array's element at a place counted from 0, nil if there is none, or if the value is no array.
  package func element(of array: Int, at place: Int) -> Int? {
    guard kind(array) == .array else { return nil }
    var found: Int?
    var number = 0
    forEach(of: array) { _, value in
      if number == place { found = value }
      number += 1
    }
    return found
  }

  /// Calls back with the index of each of a container's values, in order; in an object with the key's index before it.
  package func forEach<Failure: Error>(
    of container: Int, _ body: (_ key: Int?, _ value: Int) throws(Failure) -> Void
  ) throws(Failure) {
    let end = Int(tokens[container].next)
    let keyed = tokens[container].kind == .object
    var at = container + 1
    while at < end {
      let value = keyed ? at + 1 : at
      try body(keyed ? at : nil, value)
      at = Int(tokens[value].next)
    }
  }

  private func isKey(_ token: Token, _ name: StaticString) -> Bool {
    if token.flag { return text(token) == name.description }
    let length = Int(token.end - token.start)
    guard length == name.utf8CodeUnitCount else { return false }
    for offset in 0..<length where bytes[Int(token.start) + offset] != name.utf8Start[offset] { return false }
    return true
  }
}
