/// Why an edge's policy is refused.
public struct PolicyError: Error, Equatable, Sendable {
  /// The refused field, as the configuration and the wire name it.
  public var field: String
  /// What is wrong with the field's value, and what would do.
  public var message: String

  /// A refusal of a field, in words.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}
