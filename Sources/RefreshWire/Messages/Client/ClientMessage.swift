/// A message from a client to the server.
public enum ClientMessage: Equatable, Sendable {
  /// Asks for a feed.
  case subscribe(SubscribeMessage)
  /// Ends a subscription.
  case unsubscribe(FeedName)
  /// A pointer's event on a feed's list.
  case pointer(PointerMessage)
  /// Asks for a refresh.
  case refresh(RefreshMessage)
  /// Asks for a run to be cancelled.
  case cancel(CancelMessage)
  /// Asks for rows before those that the client has.
  case history(HistoryRequest)
  /// Asks for a `pong`.
  case ping

  /// Reads a message of at most 16 KiB. Unknown fields are ignored, `null` counts as absent, and of a field given
  /// twice the last one counts.
  public static func decode(_ text: UnsafeRawBufferPointer) throws(DecodeError) -> ClientMessage {
    let fields = try FieldReader.read(text, .clientMessage)
    do {
      if let message = try ClientMessage(fields) { return message }
    } catch {
      throw .error(fields.error(.badField, field: error.field, error.message))
    }
    let known = "subscribe, unsubscribe, pointer, refresh, cancel, history, ping"
    let message = "there is no message of this type; there are \(known)"
    throw .error(fields.error(.unknownType, field: "type", message))
  }

  /// Reads the fields of a message, nil if its type is unknown.
  private init?(_ fields: FieldReader) throws(FieldFault) {
    switch try fields.string("type") {
    case "pointer": self = .pointer(try PointerMessage(fields))
    case "subscribe": self = .subscribe(try SubscribeMessage(fields))
    case "unsubscribe": self = .unsubscribe(try fields.feed())
    case "refresh": self = .refresh(try RefreshMessage(fields))
    case "cancel": self = .cancel(try CancelMessage(fields))
    case "history": self = .history(try HistoryRequest(fields))
    case "ping": self = .ping
    default: return nil
    }
  }
}

extension ClientMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .subscribe(let message): message.write(to: &writer)
    case .pointer(let message): message.write(to: &writer)
    case .refresh(let message): message.write(to: &writer)
    case .cancel(let message): message.write(to: &writer)
    case .history(let message): message.write(to: &writer)
    case .unsubscribe(let feed):
      writer.beginMessage("unsubscribe", feed)
      writer.endObject()
    case .ping:
      writer.beginMessage("ping")
      writer.endObject()
    }
  }
}

extension JSONWriter {
  /// Opens a message of a type, of a feed if it has one.
  mutating func beginMessage(_ type: StaticString, _ feed: FeedName? = nil) {
    beginObject()
    key("type")
    string(type.description)
    field("feed", feed?.text)
  }
}
