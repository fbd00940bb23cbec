/// A request that is answered with an error before anyone decides about it.
struct HTTPRefusal: Error, Equatable {
  let status: Int
  let code: String
  let message: String
  var headers: [HTTPHeader] = []

  init(_ status: Int, _ code: String, _ message: String, headers: [HTTPHeader] = []) {
    self.status = status
    self.code = code
    self.message = message
    self.headers = headers
  }

  static func malformed(_ message: String) -> HTTPRefusal { HTTPRefusal(400, "bad-request", message) }

  /// Codes and messages are ours: nothing in them needs escaping.
  var body: [UInt8] {
    Array(#"{"error":{"code":"\#(code)","message":"\#(message)"}}"#.utf8)
  }
}
