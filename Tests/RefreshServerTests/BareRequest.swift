import Glibc

/// A request with exactly the fields that a test wants, as no HTTP library would send it.
struct BareRequest {
  let status: Int
  let body: String
  private let lines: [Substring]

  /// Sends it and reads the whole answer.
  init(port: Int, _ line: String, _ fields: [String], body: String = "") throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 15, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      connect(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard connected == 0 else { throw Silence(description: "port \(port) takes no connection") }
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    let text = ([line] + fields + length).joined(separator: "\r\n") + "\r\n\r\n" + body
    let bytes = Array(text.utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Silence(description: "the request did not go out")
    }
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = recv(descriptor, &part, part.count, 0)
      guard got >= 0 else { throw Silence(description: "no whole answer to \(line)") }
      if got == 0 { break }
      answer += part[..<got]
    }
    let whole = String(decoding: answer, as: UTF8.self)
    guard let end = whole.range(of: "\r\n\r\n") else {
      throw Silence(description: "no answer to \(line) but '\(whole)'")
    }
    lines = whole[..<end.lowerBound].split(separator: "\r\n")
    self.body = String(whole[end.upperBound...])
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
  }

  /// The value of a header field; `nil` if it is absent.
  func header(_ name: String) -> String? {
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts[0].lowercased() == name.lowercased() { return String(parts[1].drop { $0 == " " }) }
    }
    return nil
  }
}

extension LiveServer {
  /// A bare request to the server's own address, with more fields.
  func bare(_ line: String, host: String? = nil, _ fields: [String] = [], body: String = "") throws
    -> BareRequest
  {
    try BareRequest(
      port: port, "\(line) HTTP/1.1", ["Host: \(host ?? "127.0.0.1:\(port)")"] + fields, body: body)
  }

  /// A WebSocket handshake; a page's, if it has an origin.
  func handshake(host: String? = nil, origin: String? = nil) throws -> BareRequest {
    let fields = [
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return try bare("GET /live", host: host, fields + (origin.map { ["Origin: \($0)"] } ?? []))
  }
}
