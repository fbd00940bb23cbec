import RefreshEngine

/// The first message of a connection.
public struct HelloMessage: Equatable, Sendable {
  /// The protocol's version, 1.
  public var version: Int
  /// The server's name and version.
  public var server: String
  /// The identity of this connection.
  public var client: ClientID
  /// The server's clock, in milliseconds since 1970.
  public var now: Int64
  /// How often a heartbeat comes.
  public var heartbeat: Milliseconds
  /// The longest message that the server takes, in bytes.
  public var maxMessage: Int

  /// A greeting of a connection.
  public init(
    version: Int = 1, server: String, client: ClientID, now: Int64, heartbeat: Milliseconds, maxMessage: Int
  ) {
    self.version = version
    self.server = server
    self.client = client
    self.now = now
    self.heartbeat = heartbeat
    self.maxMessage = maxMessage
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    version = try fields.integer("protocol")
    server = try fields.string("server")
    client = ClientID(try fields.string("client"))
    now = Int64(try fields.integer("now"))
    heartbeat = try fields.integer("heartbeat", in: 1...WireBounds.integers.upperBound)
    maxMessage = try fields.integer("maxMessage", in: 1...WireBounds.integers.upperBound)
  }
}

extension HelloMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("hello")
    writer.field("protocol", version)
    writer.field("server", server)
    writer.field("client", client.text)
    writer.field("now", time: now)
    writer.field("heartbeat", heartbeat)
    writer.field("maxMessage", maxMessage)
    writer.endObject()
  }
}
