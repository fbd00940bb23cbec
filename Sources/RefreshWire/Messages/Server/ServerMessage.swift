/// A message from the server to a client.
public enum ServerMessage: Equatable, Sendable {
  /// The first message of a connection.
  case hello(HelloMessage)
  /// Answers a `subscribe`.
  case subscribed(SubscribedMessage)
  /// A feed's title, order or policy changed.
  case feed(FeedMessage)
  /// Rows that were appended.
  case rows(RowsMessage)
  /// The state of the client's own gesture.
  case pull(PullMessage)
  /// The state of a feed's refresh.
  case state(StateMessage)
  /// Who watches and who pulls.
  case presence(PresenceMessage)
  /// Answers a `refresh` or `cancel`.
  case reply(ReplyMessage)
  /// Answers a `history`.
  case history(HistoryMessage)
  /// The server is alive; where each feed stands.
  case heartbeat(HeartbeatMessage)
  /// Answers a wrong message.
  case error(ErrorMessage)
  /// The server is about to close.
  case bye(ByeMessage)
  /// Answers a `ping`.
  case pong(PongMessage)

  /// Reads a message; nil if its type is unknown, which is to be ignored.
  /// - Throws: ``DecodeError/malformed(_:)`` for what is not an object, ``DecodeError/error(_:)`` for a wrong field.
  public static func decode(_ text: UnsafeRawBufferPointer) throws(DecodeError) -> ServerMessage? {
    let fields = try FieldReader.read(text, .serverMessage)
    do {
      return try ServerMessage(fields)
    } catch {
      throw .error(fields.error(.badField, field: error.field, error.message))
    }
  }

  private init?(_ fields: FieldReader) throws(FieldFault) {
    switch try fields.string("type") {
    case "hello": self = .hello(try HelloMessage(fields))
    case "subscribed": self = .subscribed(try SubscribedMessage(fields))
    case "feed": self = .feed(try FeedMessage(fields))
    case "rows": self = .rows(try RowsMessage(fields))
    case "pull": self = .pull(try PullMessage(fields))
    case "state": self = .state(try StateMessage(fields))
    case "presence": self = .presence(try PresenceMessage(fields))
    case "reply": self = .reply(try ReplyMessage(fields))
    case "history": self = .history(try HistoryMessage(fields))
    case "heartbeat": self = .heartbeat(try HeartbeatMessage(fields))
    case "error": self = .error(try ErrorMessage(fields))
    case "bye": self = .bye(try ByeMessage(fields))
    case "pong": self = .pong(try PongMessage(fields))
    default: return nil
    }
  }
}

extension ServerMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .hello(let message): message.write(to: &writer)
    case .subscribed(let message): message.write(to: &writer)
    case .feed(let message): message.write(to: &writer)
    case .rows(let message): message.write(to: &writer)
    case .pull(let message): message.write(to: &writer)
    case .state(let message): message.write(to: &writer)
    case .presence(let message): message.write(to: &writer)
    case .reply(let message): message.write(to: &writer)
    case .history(let message): message.write(to: &writer)
    case .heartbeat(let message): message.write(to: &writer)
    case .error(let message): message.write(to: &writer)
    case .bye(let message): message.write(to: &writer)
    case .pong(let message): message.write(to: &writer)
    }
  }
}
