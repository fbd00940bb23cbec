/// How much of a JSON text is read before it is refused.
package struct JSONLimits: Sendable {
  /// The text's length, in bytes; never more than `Int32.max`.
  package var bytes: Int
  /// How many objects and arrays may be open at once.
  package var depth = 64
  /// How many values the text may hold, the keys of objects included.
  package var values = 65_536

  /// Limits for a text of so many bytes.
  package init(bytes: Int, depth: Int = 64, values: Int = 65_536) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }

  /// A client's message to the server.
  static let clientMessage = JSONLimits(bytes: WireBounds.clientMessage, values: 16_384)
  /// A server's message to a client: frames of rows are the longest, a feed's policy the deepest.
  static let serverMessage = JSONLimits(bytes: WireBounds.serverMessage, values: 262_144)
  /// What a server answers by HTTP: a page of 1 000 rows, each with as many escapes as it can have.
  static let serverBody = JSONLimits(bytes: WireBounds.serverBody, values: 262_144)
  /// One row of a file of JSON lines; what somebody else's program adds to it is read over.
  static let rowLine = JSONLimits(bytes: RowLine.limit, values: 1_024)
}

/// Why a text is not JSON, or more of it than is read.
package struct JSONFault: Error, Equatable {
  /// What there may be too much of.
  package enum Bound {
    case bytes, depth, values
  }

  /// What is wrong, in words.
  package var message: String
  /// At which byte, counted from 0.
  package var offset: Int
  /// The bound that was reached; nil if the text is not JSON.
  package var bound: Bound?
}
