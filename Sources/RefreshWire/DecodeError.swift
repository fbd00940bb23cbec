/// Why a message was not understood.
public enum DecodeError: Error, Equatable, Sendable {
  /// Not JSON or not an object: the connection is closed with 4000 and this reason.
  case malformed(String)
  /// An object that is no right message: it is answered with this frame, and the connection stays.
  case error(ErrorMessage)

  /// What is wrong, in words.
  public var message: String {
    switch self {
    case .malformed(let text): text
    case .error(let error): error.message
    }
  }
}

extension FieldReader {
  /// Reads a text that must be one object.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) throws(DecodeError) -> FieldReader {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes, limits: limits)
    } catch {
      throw .malformed("not JSON: \(error.message) (byte \(error.offset))")
    }
    guard document.kind(0) == .object else { throw .malformed("a message must be a JSON object") }
    return FieldReader(document: document, object: 0)
  }

  /// The error that answers a wrong message, with what of it could be read.
  func error(_ code: ErrorCode, field: String?, _ message: String) -> ErrorMessage {
    let key = (try? optionalString("key")) ?? nil
    return ErrorMessage(
      code: code, message: message, field: field, feed: try? feed(),
      n: (try? optionalInteger("n")) ?? nil,
      key: key.flatMap { WireBounds.key.contains($0.utf8.count) ? $0 : nil })
  }
}
