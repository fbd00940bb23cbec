import RefreshSockets
import RefreshStore
import RefreshWire

extension HTTPExchange {
  /// Answers with a JSON body.
  func json(_ status: Int, _ body: some JSONEncodable, headers: [HTTPHeader] = []) {
    respond(
      status: status,
      headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Cache-Control", "no-store")]
        + headers, body: body.encoded())
  }

  /// What the body is, without parameters such as its encoding; in lower case.
  var contentType: String? {
    header("content-type")?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
  }

  /// Answers with an error in words.
  func fail(_ status: Int, _ code: ErrorCode, _ message: String, headers: [HTTPHeader] = []) {
    json(status, ErrorBody(code: code, message: message), headers: headers)
  }

  /// Answers that the store failed.
  func fail(_ error: StoreError) {
    switch error.code {
    case .keyReused: fail(422, .keyReused, error.message)
    case .full: fail(507, .storage, error.message)
    default: fail(503, .storage, error.message)
    }
  }

  /// Answers with plain text.
  func text(_ status: Int, _ words: String) {
    respond(
      status: status,
      headers: [
        HTTPHeader("Content-Type", "text/plain; charset=utf-8"), HTTPHeader("Cache-Control", "no-store"),
      ],
      body: Array(words.utf8))
  }

  /// A whole number of the query within a range; answers 400 itself, and is `nil`, if it is none.
  func number(_ name: String, default value: Int, in range: ClosedRange<Int>) -> Int? {
    guard let text = query(name) else { return value }
    if let number = Int(text), range.contains(number) { return number }
    fail(
      400, .badField,
      "\(name)=\(text.prefix(40)): write a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }
}

extension ErrorCode {
  static let notFound = ErrorCode(rawValue: "not-found")
  static let methodNotAllowed = ErrorCode(rawValue: "method-not-allowed")
  static let upgradeRequired = ErrorCode(rawValue: "upgrade-required")
  static let unsupportedType = ErrorCode(rawValue: "unsupported-type")
  static let storage = ErrorCode(rawValue: "storage")
  static let draining = ErrorCode(rawValue: "draining")
  static let cooldown = ErrorCode(rawValue: "cooldown")
  static let idle = ErrorCode(rawValue: "idle")
  static let committing = ErrorCode(rawValue: "committing")
}
