/// Something in a source's settings that it cannot be used with.
public struct SourceMistake: Equatable, Sendable {
  /// The field, as in `run` or `environment.PATH`.
  public let field: String
  /// What is wrong there, or what to write; without the field's name.
  public let words: String

  init(_ field: String, _ words: String) {
    self.field = field
    self.words = words
  }
}
