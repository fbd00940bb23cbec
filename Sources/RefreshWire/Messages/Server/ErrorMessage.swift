/// Answers a wrong message; the connection stays.
public struct ErrorMessage: Error, Equatable, Sendable {
  /// The kind of error.
  public var code: ErrorCode
  /// What happened, and what to do about it, for people.
  public var message: String
  /// The path of the field in question, such as `scroll.view`.
  public var field: String?
  /// The feed of the wrong message.
  public var feed: FeedName?
  /// The `n` of the wrong message.
  public var n: Int?
  /// The `key` of the wrong message.
  public var key: String?

  /// An error with what is known of the message that caused it.
  public init(
    code: ErrorCode, message: String, field: String? = nil, feed: FeedName? = nil, n: Int? = nil,
    key: String? = nil
  ) {
    self.code = code
    self.message = message
    self.field = field
    self.feed = feed
    self.n = n
    self.key = key
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    self.init(
      code: ErrorCode(rawValue: try fields.string("code")), message: try fields.string("message"),
      field: try fields.optionalString("field"),
      feed: try fields.optionalString("feed").flatMap(FeedName.init),
      n: try fields.optionalInteger("n"), key: try fields.optionalString("key"))
  }
}

extension ErrorMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("error")
    writer.field("code", word: code)
    writer.field("message", message)
    writer.field("field", field)
    writer.field("feed", feed?.text)
    writer.field("n", n)
    writer.field("key", key)
    writer.endObject()
  }
}
