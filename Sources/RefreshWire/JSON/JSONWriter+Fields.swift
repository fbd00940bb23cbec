/// Members of an object: a key and its value; an absent value leaves both out.
extension JSONWriter {
  /// A text.
  public mutating func field(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// A whole number.
  public mutating func field(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  /// Milliseconds since 1970.
  public mutating func field(_ name: StaticString, time value: Int64?) {
    guard let value else { return }
    key(name)
    integer(Int(value))
  }

  /// A number.
  public mutating func field(_ name: StaticString, number value: Double?) {
    guard let value else { return }
    key(name)
    number(value)
  }

  /// True or false.
  public mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// A word of an enumeration.
  public mutating func field<Choice: RawRepresentable<String>>(_ name: StaticString, word value: Choice?) {
    guard let value else { return }
    key(name)
    string(value.rawValue)
  }

  /// A value that writes itself.
  public mutating func field(_ name: StaticString, _ value: (some JSONEncodable)?) {
    guard let value else { return }
    key(name)
    value.write(to: &self)
  }

  /// An array of values that write themselves.
  public mutating func field(_ name: StaticString, list: [some JSONEncodable]) {
    key(name)
    beginArray()
    for value in list { value.write(to: &self) }
    endArray()
  }
}

/// What can be written as one JSON value.
public protocol JSONEncodable {
  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

extension JSONEncodable {
  /// The value as JSON text.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Appends the value as JSON text.
  public func encode(into bytes: inout [UInt8]) {
    var writer = JSONWriter(after: bytes)
    bytes = []
    write(to: &writer)
    bytes = writer.bytes
  }
}
