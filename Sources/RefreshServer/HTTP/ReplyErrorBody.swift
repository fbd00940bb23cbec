import RefreshWire

/// The body of a refused refresh: the error in words, and the fields of the `reply` that a WebSocket client gets.
struct ReplyErrorBody: JSONEncodable {
  let code: ErrorCode
  let message: String
  let reply: ReplyMessage

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.field("code", word: code)
    writer.field("message", message)
    writer.endObject()
    writer.field("outcome", word: reply.outcome)
    writer.field("why", word: reply.why)
    writer.field("retryAfter", reply.retryAfter)
    writer.endObject()
  }
}
