import TestSupport

/// A request with exactly the fields that a test wants, as no HTTP library would send it.
struct BareRequest {
  /// All bytes of the answer.
  let whole: String
  let status: Int
  let body: String
  private let lines: [Substring]

  /// Sends it and reads the whole answer.
  init(port: Int, _ line: String, _ fields: [String], body: String = "") throws {
    let socket = try HeldSocket(port: port)
    try socket.send(Self.text(line, fields, body: body))
    socket.finish()
    try socket.readAll()
    whole = socket.received
    guard let end = whole.range(of: "\r\n\r\n") else {
      throw Silence(description: "no answer to \(line) but '\(whole)'")
    }
    lines = whole[..<end.lowerBound].split(separator: "\r\n")
    self.body = String(whole[end.upperBound...])
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
  }

  static func text(_ line: String, _ fields: [String], body: String = "") -> String {
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    return ([line] + fields + length).joined(separator: "\r\n") + "\r\n\r\n" + body
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
  func handshake(host: String? = nil, origin: String? = nil, _ more: [String] = []) throws -> BareRequest {
    try bare("GET /live", host: host, BareSocket.upgrade + more + (origin.map { ["Origin: \($0)"] } ?? []))
  }

  /// A WebSocket connection with more fields than a client has, which stays open.
  func open(_ fields: [String]) throws -> HeldSocket {
    let socket = try HeldSocket(port: port)
    try socket.send(
      BareRequest.text("GET /live HTTP/1.1", ["Host: 127.0.0.1:\(port)"] + BareSocket.upgrade + fields))
    return socket
  }
}
