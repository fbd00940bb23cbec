import RefreshEngine

/// A run that is under way or settling.
public struct RunInfo: Equatable, Sendable {
  /// The run.
  public var run: Run
  /// When it began, in milliseconds since 1970.
  public var started: Int64
  /// How long ago it began.
  public var elapsed: Milliseconds
  /// How much of it is done, 0…1; nil if its source does not tell.
  public var progress: Double?

  /// A run with its times.
  public init(run: Run, started: Int64, elapsed: Milliseconds, progress: Double? = nil) {
    self.run = run
    self.started = started
    self.elapsed = elapsed
    self.progress = progress
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    run = try Run(fields)
    started = Int64(try fields.integer("started"))
    elapsed = try fields.integer("elapsed")
    progress = try fields.optionalNumber("progress")
  }
}

extension RunInfo: JSONEncodable {
  /// Writes the run as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    run.writeMembers(to: &writer)
    writer.field("started", time: started)
    writer.field("elapsed", elapsed)
    writer.field("progress", number: progress)
    writer.endObject()
  }
}

/// A run that has ended, with its times.
public struct LastRun: Equatable, Sendable {
  /// The run and how it ended.
  public var end: RunEnd
  /// When it began, in milliseconds since 1970.
  public var started: Int64
  /// When it ended, in milliseconds since 1970.
  public var ended: Int64

  /// An ended run with its times.
  public init(end: RunEnd, started: Int64, ended: Int64) {
    self.end = end
    self.started = started
    self.ended = ended
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    end = RunEnd(
      run: try Run(fields), outcome: try fields.choice("outcome"), rows: try fields.integer("rows"),
      truncated: try fields.boolean("truncated"))
    if let error = try fields.optionalFields("error") {
      end.error = RunFailure(code: try error.choice("code"), message: try error.string("message"))
    }
    started = Int64(try fields.integer("started"))
    ended = Int64(try fields.integer("ended"))
  }
}

extension LastRun: JSONEncodable {
  /// Writes the run as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    end.run.writeMembers(to: &writer)
    writer.field("started", time: started)
    writer.field("ended", time: ended)
    writer.field("outcome", word: end.outcome)
    writer.field("rows", end.rows)
    writer.field("truncated", end.truncated)
    if let error = end.error {
      writer.key("error")
      writer.beginObject()
      writer.field("code", word: error.code)
      writer.field("message", error.message)
      writer.endObject()
    }
    writer.endObject()
  }
}

extension Run {
  init(_ fields: FieldReader) throws(FieldFault) {
    self.init(
      id: try fields.integer("id"), edge: try fields.choice("edge"), cause: try fields.choice("cause"),
      by: Author())
    if let author = try fields.optionalFields("by") {
      by.client = try author.optionalString("client").map(ClientID.init)
      by.name = try author.optionalString("name")
    }
  }

  /// Writes the members that current and ended runs share.
  func writeMembers(to writer: inout JSONWriter) {
    writer.field("id", id)
    writer.field("edge", word: edge)
    writer.field("cause", word: cause)
    writer.key("by")
    writer.beginObject()
    writer.field("client", by.client?.text)
    writer.field("name", by.name)
    writer.endObject()
  }
}
