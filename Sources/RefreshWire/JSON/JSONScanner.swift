/// Reads a JSON text once, from its first byte to its last, and notes where each value stands.
///
/// It is strict: no comments, no trailing commas, no byte order mark, nothing after the outermost value. It does not
/// recurse, so depth costs no stack.
struct JSONScanner {
  private enum Expecting {
    case value, valueOrEnd, key, keyOrEnd, commaOrEnd
  }

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let limits: JSONLimits
  private var at = 0
  private var depth = 0
  /// The innermost open container's token, -1 outside of all.
  private var container = -1
  /// What was read so far.
  private(set) var tokens: [JSONDocument.Token] = []

  /// A scanner at the beginning of a text.
  init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits) {
    base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(bitPattern: 1)!
    count = bytes.count
    self.limits = limits
    tokens.reserveCapacity(32)
  }

  /// Reads the whole text.
  mutating func scan() throws(JSONFault) {
    guard count <= limits.bytes else { throw fault("longer than \(limits.bytes) bytes", .bytes) }
    var expecting = Expecting.value
    while true {
      skipSpace()
      if expecting == .commaOrEnd && container < 0 {
        guard at == count else { throw fault("text after the end of the value") }
        return
      }
      guard at < count else { throw fault("ends too early") }
      expecting = try step(base[at], expecting)
    }
  }

  private mutating func step(_ byte: UInt8, _ expecting: Expecting) throws(JSONFault) -> Expecting {
    switch expecting {
    case .valueOrEnd where byte == UInt8(ascii: "]"), .keyOrEnd where byte == UInt8(ascii: "}"):
      close()
      return .commaOrEnd
    case .value, .valueOrEnd:
      return try value(byte)
    case .key, .keyOrEnd:
      guard byte == UInt8(ascii: "\"") else { throw fault("a name in quotes must stand here") }
      try string()
      skipSpace()
      guard at < count, base[at] == UInt8(ascii: ":") else { throw fault("a colon must stand here") }
      at += 1
      return .value
    case .commaOrEnd:
      let isObject = tokens[container].kind == .object
      switch byte {
      case UInt8(ascii: ","):
        at += 1
        return isObject ? .key : .value
      case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
        close()
        return .commaOrEnd
      default:
        throw fault("a comma or the end must stand here")
      }
    }
  }

  private mutating func value(_ byte: UInt8) throws(JSONFault) -> Expecting {
    switch byte {
    case UInt8(ascii: "{"):
      try open(.object)
      return .keyOrEnd
    case UInt8(ascii: "["):
      try open(.array)
      return .valueOrEnd
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    default: throw fault("a value must stand here")
    }
    return .commaOrEnd
  }

  private mutating func open(_ kind: JSONDocument.Kind) throws(JSONFault) {
    depth += 1
    guard depth <= limits.depth else { throw fault("nested deeper than \(limits.depth)", .depth) }
    let around = container
    container = tokens.count
    try note(kind, from: at, to: at, next: around)
    at += 1
  }

  private mutating func close() {
    let around = Int(tokens[container].next)
    tokens[container].next = Int32(tokens.count)
    container = around
    depth -= 1
    at += 1
  }

  private mutating func string() throws(JSONFault) {
    let start = at + 1
    var escaped = false
    at = start
    while at < count {
      let byte = base[at]
      switch byte {
      case UInt8(ascii: "\""):
        try note(.string, from: start, to: at, flag: escaped)
        at += 1
        return
      case UInt8(ascii: "\\"):
        escaped = true
        try escape()
      case 0..<0x20: throw fault("a control character in a string must be escaped")
      case 0x20..<0x80: at += 1
      default:
        let length = UTF8Check.length(base + at, count - at)
        guard length > 0 else { throw fault("not UTF-8") }
        at += length
      }
    }
    throw fault("ends inside a string")
  }

  private mutating func escape() throws(JSONFault) {
    guard at + 1 < count else { throw fault("ends inside a string") }
    switch base[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      guard at + 6 <= count else { throw fault("ends inside a string") }
      for digit in at + 2..<at + 6 where HexDigit.value(base[digit]) == nil {
        throw fault("\\u needs four hexadecimal digits")
      }
      at += 6
    default: throw fault("no such escape")
    }
  }

  private mutating func number() throws(JSONFault) {
    let start = at
    var isInteger = true
    if base[at] == UInt8(ascii: "-") { at += 1 }
    if at < count, base[at] == UInt8(ascii: "0") {
      at += 1
      if digits() > 0 { throw fault("a number must not begin with 0") }
    } else if digits() == 0 {
      throw fault("a digit must stand here")
    }
    if at < count, base[at] == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      if digits() == 0 { throw fault("a digit must stand here") }
    }
    if at < count, base[at] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      at += 1
      if at < count, base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      if digits() == 0 { throw fault("a digit must stand here") }
    }
    try note(.number, from: start, to: at, flag: isInteger)
  }

  private mutating func digits() -> Int {
    let start = at
    while at < count, base[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    return at - start
  }

  private mutating func word(_ word: StaticString, _ kind: JSONDocument.Kind) throws(JSONFault) {
    let length = word.utf8CodeUnitCount
    guard at + length <= count else { throw fault("ends too early") }
    for offset in 0..<length where base[at + offset] != word.utf8Start[offset] {
      throw fault("a value must stand here")
    }
    try note(kind, from: at, to: at + length)
    at += length
  }

  private mutating func note(
    _ kind: JSONDocument.Kind, from start: Int, to end: Int, flag: Bool = false, next: Int? = nil
  ) throws(JSONFault) {
    guard tokens.count < limits.values else { throw fault("more than \(limits.values) values", .values) }
    tokens.append(
      JSONDocument.Token(
        kind: kind, flag: flag, start: Int32(start), end: Int32(end), next: Int32(next ?? tokens.count + 1)))
  }

  private mutating func skipSpace() {
    while at < count {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  private func fault(_ message: String, _ bound: JSONFault.Bound? = nil) -> JSONFault {
    JSONFault(message: message, offset: at, bound: bound)
  }
}
