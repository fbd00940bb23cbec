/// Names one connection of one client.
///
/// Text of up to 15 bytes is stored without an allocation, and costs little as a dictionary's key.
public struct ClientID: Hashable, Sendable {
  /// The identity as it is written on the wire.
  public let text: String

  /// An identity with the given text.
  public init(_ text: String) {
    self.text = text
  }
}
