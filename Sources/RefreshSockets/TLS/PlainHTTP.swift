/// Who does not speak TLS where it is spoken.
enum PlainHTTP {
  /// Whether a first byte is that of an HTTP method, which TLS never begins with.
  static func begins(with byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

  /// What is answered, without TLS.
  static var refusal: [UInt8] {
    let refusal = HTTPRefusal(400, "https", "this server speaks TLS here: use https:// or wss://")
    let fields = [HTTPHeader("Content-Type", "application/json")]
    return HTTPAnswer.head(refusal.status, fields, length: refusal.body.count, keepsAlive: false)
      + refusal.body
  }
}
