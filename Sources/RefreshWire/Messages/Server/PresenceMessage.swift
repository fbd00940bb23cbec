import RefreshEngine

/// Who watches a feed and who pulls.
public struct PresenceMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// Who is there.
  public var presence: Presence

  /// A feed's presence.
  public init(feed: FeedName, presence: Presence) {
    self.feed = feed
    self.presence = presence
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    let names = try fields.list("names") { (position, value) throws(FieldFault) -> String in
      guard let name = fields.document.string(value) else {
        throw FieldFault(field: "names.\(position)", message: "names.\(position) must be a string")
      }
      return name
    }
    let pulls = try fields.objects("pulls") { (pull) throws(FieldFault) in
      PresentPull(
        client: ClientID(try pull.string("client")), name: try pull.optionalString("name"),
        edge: try pull.choice("edge"), percent: try pull.number("percent"))
    }
    presence = Presence(
      watching: try fields.integer("watching"), names: names, count: try fields.integer("count"), pulls: pulls
    )
  }
}

extension PresenceMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("presence", feed)
    writer.field("watching", presence.watching)
    writer.key("names")
    writer.beginArray()
    for name in presence.names { writer.string(name) }
    writer.endArray()
    writer.field("count", presence.count)
    writer.field("pulls", list: presence.pulls)
    writer.endObject()
  }
}

extension PresentPull: JSONEncodable {
  /// Writes the pull as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("client", client.text)
    writer.field("name", name)
    writer.field("edge", word: edge)
    writer.field("percent", number: percent)
    writer.endObject()
  }
}
