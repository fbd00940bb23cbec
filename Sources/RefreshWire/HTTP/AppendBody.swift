/// The rows of `POST /feeds/{feed}/rows`.
public enum AppendBody {
  /// The most rows of one append.
  public static let rowLimit = 10_000

  /// Rows of `text/plain`: a row a line, CRLF or LF. An empty line is a row, the end of the last line is not.
  /// - Throws: the error that answers the request: `malformed`, `row-too-long`, `too-many-rows`.
  public static func decode(
    text body: UnsafeRawBufferPointer, limit: Int = rowLimit, rowBytes: Int = WireBounds.rowText
  ) throws(ErrorBody) -> [String] {
    guard UTF8Check.isValid(body) else {
      throw ErrorBody(code: .malformed, message: "The body is not UTF-8; send the rows as UTF-8.")
    }
    var rows: [String] = []
    var start = 0
    while start < body.count {
      let rest = UnsafeRawBufferPointer(rebasing: body[start...])
      let length = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.count
      var line = rest[..<length]
      if length < rest.count, line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      start += length + 1
      guard !line.contains(UInt8(ascii: "\r")) else {
        throw ErrorBody(
          code: .malformed,
          message:
            "Line \(rows.count + 1) holds a carriage return that does not end it; send line breaks within a row as JSON."
        )
      }
      try add(String(decoding: line, as: UTF8.self), to: &rows, limit, rowBytes)
    }
    return rows
  }

  /// Rows of JSON: `{"rows":["…"]}`.
  /// - Throws: the error that answers the request: `malformed`, `bad-field`, `row-too-long`, `too-many-rows`.
  public static func decode(
    json body: UnsafeRawBufferPointer, limit: Int = rowLimit, rowBytes: Int = WireBounds.rowText
  ) throws(ErrorBody) -> [String] {
    let document: JSONDocument
    do {
      document = try JSONDocument(body, limits: JSONLimits(bytes: Int(Int32.max), values: limit * 2 + 1_024))
    } catch {
      if error.bound == .values { throw tooMany(limit) }
      throw ErrorBody(
        code: .malformed, message: "The body cannot be read as JSON: \(error.message) (byte \(error.offset))."
      )
    }
    guard document.kind(0) == .object else {
      throw ErrorBody(code: .malformed, message: "The body must be a JSON object.")
    }
    guard let list = document.member(of: 0, "rows"), document.kind(list) == .array else {
      throw ErrorBody(code: .badField, message: "The body needs an array `rows` of strings.")
    }
    var rows: [String] = []
    try document.forEach(of: list) { (_, value) throws(ErrorBody) in
      guard let text = document.string(value) else {
        throw ErrorBody(code: .badField, message: "rows.\(rows.count) must be a string.")
      }
      try add(text, to: &rows, limit, rowBytes)
    }
    return rows
  }

  private static func add(_ text: String, to rows: inout [String], _ limit: Int, _ rowBytes: Int)
    throws(ErrorBody)
  {
    guard text.utf8.count <= rowBytes else {
      throw ErrorBody(
        code: .rowTooLong,
        message:
          "Row \(rows.count + 1) has \(text.utf8.count) bytes; a row has at most \(rowBytes). Nothing was appended."
      )
    }
    guard rows.count < limit else { throw tooMany(limit) }
    rows.append(text)
  }

  private static func tooMany(_ limit: Int) -> ErrorBody {
    ErrorBody(
      code: .tooManyRows,
      message:
        "More than \(Counted.words(limit, "row")); send them in several requests. Nothing was appended.")
  }
}
