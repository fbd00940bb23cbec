import RefreshEngine

extension FeedPolicy: JSONEncodable {
  init(_ fields: FieldReader) throws(FieldFault) {
    self.init()
    if let edge = try fields.optionalFields("top") { top = try EdgePolicy(edge) }
    if let edge = try fields.optionalFields("bottom") { bottom = try EdgePolicy(edge) }
  }

  /// Writes an object with the edges that have a policy.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("top", top)
    writer.field("bottom", bottom)
    writer.endObject()
  }
}

extension EdgePolicy: JSONEncodable {
  init(_ fields: FieldReader) throws(FieldFault) {
    let preset = try fields.optionalChoice("preset", Preset.self)
    self.init(preset: preset ?? .header)
    self.preset = preset
    trigger = try fields.choice("trigger")
    begins = try fields.choice("begins")
    travel = try fields.choice("travel")
    coefficient = try fields.number("coefficient")
    threshold = try fields.number("threshold")
    limit = try fields.number("limit")
    rest = try fields.number("rest")
    slop = try fields.number("slop")
    settle = try fields.integer("settle")
    minimumVisible = try fields.integer("minimumVisible")
    deadline = try fields.integer("deadline")
    cooldown = try fields.integer("cooldown")
    needsOverflow = try fields.boolean("needsOverflow")
  }

  /// Writes all fields; `preset` only if there is one.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("preset", word: preset)
    writer.field("trigger", word: trigger)
    writer.field("begins", word: begins)
    writer.field("travel", word: travel)
    writer.field("coefficient", number: coefficient)
    writer.field("threshold", number: threshold)
    writer.field("limit", number: limit)
    writer.field("rest", number: rest)
    writer.field("slop", number: slop)
    writer.field("settle", settle)
    writer.field("minimumVisible", minimumVisible)
    writer.field("deadline", deadline)
    writer.field("cooldown", cooldown)
    writer.field("needsOverflow", needsOverflow)
    writer.endObject()
  }
}
