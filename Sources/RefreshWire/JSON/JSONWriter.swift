/// Writes JSON: strings are always valid UTF-8, numbers always finite, commas put where they belong.
///
/// The caller sees to it that containers are closed and that objects get a key before each value.
public struct JSONWriter {
  /// What was written so far.
  public private(set) var bytes: [UInt8]
  private var needsComma = false

  /// An empty text with room for some bytes.
  public init(reserving capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Goes on behind what stands in `bytes` already.
  public init(after bytes: consuming [UInt8]) {
    self.bytes = bytes
  }

  /// Opens an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Closes an object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Opens an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Closes an array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// An object's key that needs no escapes; its value comes next.
  public mutating func key(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// An object's key of any text; its value comes next.
  public mutating func key(text: String) {
    string(text)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A text.
  public mutating func string(_ text: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in JSONEscapes.append(utf8, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A whole number.
  public mutating func integer(_ value: Int) {
    comma()
    appendDigits(value)
    needsComma = true
  }

  /// A number, in the fewest digits that mean it; one that is not finite is written as 0.
  public mutating func number(_ value: Double) {
    comma()
    if !value.isFinite {
      bytes.append(UInt8(ascii: "0"))
    } else if let whole = Int(exactly: value), whole.magnitude < 1 << 53 {
      appendDigits(whole)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
    needsComma = true
  }

  /// True or false.
  public mutating func boolean(_ value: Bool) {
    comma()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  /// A value that is JSON already, such as a message encoded earlier.
  public mutating func raw(_ json: [UInt8]) {
    comma()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func open(_ byte: UInt8) {
    comma()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendDigits(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let first = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }
}
