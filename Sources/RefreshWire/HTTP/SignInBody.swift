/// The token of `POST /sign-in`.
public enum SignInBody {
  /// The token in a JSON body, `{"token":"…"}`.
  /// - Throws: the error that answers the request: `malformed`, `bad-field`. It holds nothing of the body.
  public static func decode(json body: UnsafeRawBufferPointer) throws(ErrorBody) -> String {
    let document: JSONDocument
    do {
      document = try JSONDocument(body, limits: JSONLimits(bytes: 4_096, values: 64))
    } catch {
      throw ErrorBody(code: .malformed, message: "the body cannot be read as JSON; send {\"token\":\"…\"}")
    }
    guard document.kind(0) == .object, let value = document.member(of: 0, "token"),
      let token = document.string(value)
    else { throw ErrorBody(code: .badField, message: "the body needs a string `token`") }
    return token
  }

  /// The token in the fields of a form, `token=…`.
  /// - Throws: the error that answers the request: `bad-field`. It holds nothing of the body.
  public static func decode(form body: UnsafeRawBufferPointer) throws(ErrorBody) -> String {
    let name = Array("token=".utf8)
    for field in body.prefix(4_096).split(separator: UInt8(ascii: "&")) where field.starts(with: name) {
      // A token has no character that a form would escape.
      return String(decoding: field.dropFirst(name.count), as: UTF8.self)
    }
    throw ErrorBody(code: .badField, message: "the form needs a field `token`")
  }
}
