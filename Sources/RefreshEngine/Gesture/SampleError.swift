/// Why a pointer sample is not valid; the gesture stays as it was.
public struct SampleError: Error, Equatable, Sendable {
  /// The field that is wrong, as the wire names it: `x`, `scroll.view`, ….
  public var field: String
  /// What is wrong with it, and what would do.
  public var message: String

  /// A refusal of a field, in words.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}
