/// A header field of an answer.
public struct HTTPHeader: Equatable, Sendable {
  /// The field's name.
  public let name: String
  /// Its value, on one line.
  public let value: String

  /// A field; neither part may hold a line break.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
