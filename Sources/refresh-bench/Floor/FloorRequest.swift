/// A complete HTTP request at the beginning of some bytes, as far as the floor looks at it.
struct FloorRequest {
  /// Its bytes, head and body.
  let length: Int
  /// The Sec-WebSocket-Key if it asks for a WebSocket.
  let key: [UInt8]?
  /// The lines of its body.
  let rows: Int

  /// `nil` if the request is not complete yet.
  init?(_ bytes: [UInt8]) {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var head: Int?
    for at in bytes.indices where bytes[at] == 10 {
      let line = bytes[start..<max(start, at - 1)]
      start = at + 1
      if line.isEmpty {
        head = start
        break
      }
      lines.append(line)
    }
    guard let head else { return nil }
    let key = Self.value("sec-websocket-key: ", in: lines)
    let body =
      Self.value("content-length: ", in: lines).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    guard bytes.count >= head + body else { return nil }
    length = head + body
    self.key = key.map { Array($0) }
    rows = bytes[head..<head + body].count { $0 == 10 }
  }

  private static func value(_ name: String, in lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
    let name = Array(name.utf8)
    return lines.first { $0.count > name.count && zip($0, name).allSatisfy { $0 | 32 == $1 | 32 } }?
      .dropFirst(name.count)
  }
}
