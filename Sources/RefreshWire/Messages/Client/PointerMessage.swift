import RefreshEngine

/// A pointer's event on a feed's list.
public struct PointerMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The connection's own counter, growing from message to message, ≥ 0.
  public var n: Int
  /// The event; all its numbers are finite.
  public var sample: PointerSample

  /// An event with its number.
  public init(feed: FeedName, n: Int, sample: PointerSample) {
    self.feed = feed
    self.n = n
    self.sample = sample
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    n = try fields.integer("n", in: 0...WireBounds.integers.upperBound)
    let phase = try fields.choice("phase", PointerPhase.self)
    let pointer = try fields.integer("id")
    let x = try fields.number("x")
    let y = try fields.number("y")
    let scroll = try fields.fields("scroll")
    sample = PointerSample(
      phase: phase, pointer: pointer, x: x, y: y,
      scroll: ScrollMetrics(
        top: try scroll.number("top"), height: try scroll.number("height"), view: try scroll.number("view")))
  }
}

extension PointerMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("pointer", feed)
    writer.field("n", n)
    writer.field("phase", word: sample.phase)
    writer.field("id", sample.pointer)
    writer.field("x", number: sample.x)
    writer.field("y", number: sample.y)
    writer.key("scroll")
    writer.beginObject()
    writer.field("top", number: sample.scroll.top)
    writer.field("height", number: sample.scroll.height)
    writer.field("view", number: sample.scroll.view)
    writer.endObject()
    writer.endObject()
  }
}
