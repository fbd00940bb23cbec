/// Bounds that the protocol sets on what crosses the wire.
public enum WireBounds {
  /// A client's message, in bytes.
  public static let clientMessage = 16_384
  /// The longest message that a client reads from a server, in bytes.
  public static let serverMessage = 1 << 20
  /// The longest body that a client reads from a server by HTTP, in bytes.
  public static let serverBody = 67_108_864
  /// A `rows` or `history` frame, in bytes.
  public static let rowsFrame = 65_536
  /// A row's text, in bytes of UTF-8.
  public static let rowText = 8_192
  /// An idempotency key, in bytes of UTF-8.
  public static let key = 1...64
  /// How many rows a subscription may ask for after a reset.
  public static let tail = 0...1_000
  /// How many rows follow a reset if the subscription does not say.
  public static let defaultTail = 200
  /// The most rows of one `history` answer; who asks for more gets these.
  public static let historyRows = 1_000
  /// A person's name, in characters as people count them.
  public static let personName = 40
  /// The whole numbers that every JSON reader keeps exact.
  public static let integers = -9_007_199_254_740_991...9_007_199_254_740_991
}
