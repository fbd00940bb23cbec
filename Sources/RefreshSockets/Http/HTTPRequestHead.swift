/// The request line and header fields of a HTTP/1 request, checked.
struct HTTPRequestHead {
  var method: String
  /// Decoded; begins with a slash and has no `.` or `..` segment.
  var path: String
  var query: [(name: String, value: String)]
  var isHTTP11: Bool
  var fields: [(name: String, value: String)] = []

  /// The values of a field, in order, joined by a comma; names are compared without case.
  func value(_ name: String) -> String? {
    var joined: String?
    for field in fields where sameName(field.name, name) {
      joined = joined.map { $0 + ", " + field.value } ?? field.value
    }
    return joined
  }

  func count(_ name: String) -> Int {
    fields.count { sameName($0.name, name) }
  }

  /// Whether a comma-separated list has a word; compared without case.
  func lists(_ name: String, _ word: String) -> Bool {
    guard let value = value(name) else { return false }
    return value.split(separator: ",").contains { sameName(String(trimmed($0.utf8)), word) }
  }

  /// Whether the connection goes on after the answer.
  var keepsAlive: Bool {
    if lists("connection", "close") { return false }
    return isHTTP11 || lists("connection", "keep-alive")
  }
}

/// Compares ASCII without case.
func sameName(_ one: String, _ other: String) -> Bool {
  let (one, other) = (one.utf8, other.utf8)
  guard one.count == other.count else { return false }
  var (at, there) = (one.startIndex, other.startIndex)
  while at != one.endIndex {
    guard lowercase(one[at]) == lowercase(other[there]) else { return false }
    one.formIndex(after: &at)
    other.formIndex(after: &there)
  }
  return true
}

func lowercase(_ byte: UInt8) -> UInt8 {
  (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
}

/// Without blanks and tabs at both ends.
func trimmed(_ text: Substring.UTF8View) -> String {
  var text = text
  while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
  while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
  return String(Substring(text))
}
