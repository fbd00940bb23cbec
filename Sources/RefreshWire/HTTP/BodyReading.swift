import RefreshEngine

/// Reads what a server answers by HTTP, as a client needs it.
private func read<Body>(
  _ bytes: [UInt8], _ make: (FieldReader) throws(FieldFault) -> Body
) throws(DecodeError) -> Body {
  // withUnsafeBytes does not carry typed errors.
  let result = bytes.withUnsafeBytes { bytes -> Result<Body, DecodeError> in
    do throws(DecodeError) {
      let fields = try FieldReader.read(bytes, .serverBody)
      do throws(FieldFault) {
        return .success(try make(fields))
      } catch {
        return .failure(.malformed(error.message))
      }
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

extension FeedsBody {
  /// Reads the body of `GET /feeds`.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> FeedsBody {
    try read(bytes) { (fields) throws(FieldFault) in
      FeedsBody(
        feeds: try fields.objects("feeds") { (feed) throws(FieldFault) in
          FeedSummary(
            feed: try feed.feed(), title: try feed.string("title"), head: try feed.integer("head"),
            phase: try feed.choice("phase"),
            nextRefresh: try feed.optionalInteger("nextRefresh").map(Int64.init))
        })
    }
  }
}

extension FeedBody {
  /// Reads the body of `GET /feeds/{feed}`.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> FeedBody {
    try read(bytes) { (fields) throws(FieldFault) in
      let order: RowOrder = try fields.choice("order")
      return FeedBody(
        feed: try fields.feed(), title: try fields.string("title"), order: order,
        runOrder: try fields.runOrder(in: order), head: try fields.integer("head"),
        floor: try fields.integer("floor"), pos: try fields.string("pos"),
        policy: try FeedPolicy(try fields.fields("policy")), state: try FeedState(try fields.fields("state")),
        nextRefresh: try fields.optionalInteger("nextRefresh").map(Int64.init))
    }
  }
}

extension RowsBody {
  /// Reads the body of `GET /feeds/{feed}/rows`.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> RowsBody {
    try read(bytes) { (fields) throws(FieldFault) in
      RowsBody(
        first: try fields.integer("first", in: 1...WireBounds.integers.upperBound),
        rows: try fields.objects("rows") { (row) throws(FieldFault) in try Row(row) },
        pos: try fields.string("pos"), head: try fields.integer("head"), floor: try fields.integer("floor"))
    }
  }
}

extension RunsBody {
  /// Reads the body of `GET /feeds/{feed}/runs`.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> RunsBody {
    try read(bytes) { (fields) throws(FieldFault) in
      RunsBody(runs: try fields.objects("runs") { (run) throws(FieldFault) in try LastRun(run) })
    }
  }
}

extension AppendedBody {
  /// Reads the body of 201 after an append.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> AppendedBody {
    try read(bytes) { (fields) throws(FieldFault) in
      AppendedBody(
        first: try fields.integer("first"), count: try fields.integer("count"), pos: try fields.string("pos"))
    }
  }
}

extension ErrorBody {
  /// Reads the body of an error.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> ErrorBody {
    try read(bytes) { (fields) throws(FieldFault) in
      let error = try fields.fields("error")
      return ErrorBody(
        code: ErrorCode(rawValue: try error.string("code")), message: try error.string("message"))
    }
  }
}

extension RowLine {
  /// Reads a line: an object of which only `text` must be there, or a string, the text alone.
  /// - Throws: ``DecodeError/malformed(_:)``.
  public static func decode(_ line: [UInt8]) throws(DecodeError) -> RowLine {
    let result = line.withUnsafeBytes { line -> Result<RowLine, DecodeError> in
      let document: JSONDocument
      do throws(JSONFault) {
        document = try JSONDocument(line, limits: .rowLine)
      } catch {
        return .failure(.malformed("not JSON: \(error.message) (byte \(error.offset))"))
      }
      if let text = document.string(0) { return .success(RowLine(text: text)) }
      guard document.kind(0) == .object else {
        return .failure(.malformed("neither an object with a text nor a string"))
      }
      let fields = FieldReader(document: document, object: 0)
      do throws(FieldFault) {
        return .success(
          RowLine(
            seq: try fields.optionalInteger("seq"), at: try fields.optionalInteger("at").map(Int64.init),
            run: try fields.optionalInteger("run"), text: try fields.string("text")))
      } catch {
        return .failure(.malformed(error.message))
      }
    }
    return try result.get()
  }
}
