/// How much of a JSON text is read before it is refused.
struct JSONLimits: Sendable {
  /// The text's length, in bytes; never more than `Int32.max`.
  var bytes: Int
  /// How many objects and arrays may be open at once.
  var depth = 64
  /// How many values the text may hold, the keys of objects included.
  var values = 65_536

  /// A client's message to the server.
  static let clientMessage = JSONLimits(bytes: WireBounds.clientMessage, values: 16_384)
  /// A server's message to a client: frames of rows are the longest, a feed's policy the deepest.
  static let serverMessage = JSONLimits(bytes: WireBounds.serverMessage, values: 262_144)
}

/// Why a text is not JSON, or more of it than is read.
struct JSONFault: Error, Equatable {
  /// What there may be too much of.
  enum Bound {
    case bytes, depth, values
  }

  /// What is wrong, in words.
  var message: String
  /// At which byte, counted from 0.
  var offset: Int
  /// The bound that was reached; nil if the text is not JSON.
  var bound: Bound?
}
