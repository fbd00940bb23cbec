import Foundation
import TestSupport

/// One HTTP answer, with its JSON body if it has one.
struct Answer {
  let status: Int
  /// By their names in lower case.
  let headers: [String: String]
  let data: Data

  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:] }
  var error: [String: Any] { json["error"] as? [String: Any] ?? [:] }
  var code: String? { error["code"] as? String }
  func integer(_ name: String) -> Int? { json[name] as? Int }
  func text(_ name: String) -> String? { json[name] as? String }
  var texts: [String] { (json["rows"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String } }
}

extension LiveServer {
  func get(_ path: String) async throws -> Answer { try await ask("GET", path) }

  func post(
    _ path: String, _ body: String = "", type: String = "text/plain", key: String? = nil
  ) async throws -> Answer {
    var headers = ["Content-Type": type]
    headers["Idempotency-Key"] = key
    return try await ask("POST", path, headers, Data(body.utf8))
  }

  func ask(_ method: String, _ path: String, _ headers: [String: String] = [:], _ body: Data? = nil)
    async throws
    -> Answer
  {
    try await HTTP.ask(method, url(path), headers, body)
  }
}

/// Foundation's client is not used, because it loses a little memory with each request: a sanitizer that passes over that
/// would pass over what our own programs lose in libcurl.
enum HTTP {
  /// Asks a server of this machine, on a connection of its own.
  static func ask(_ method: String, _ url: URL, _ headers: [String: String] = [:], _ body: Data? = nil)
    async throws
    -> Answer
  {
    let request = request(method, url.absoluteURL, headers, body ?? Data())
    let port = url.absoluteURL.port ?? 80
    return try await onThread {
      let socket = try BareSocket(port: port, patience: 60_000)
      // A server may refuse before it has read everything: what it says is read in any case.
      socket.send(request)
      return try Answer(socket)
    }
  }

  private static func request(_ method: String, _ url: URL, _ headers: [String: String], _ body: Data)
    -> [UInt8]
  {
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    var lines = ["\(method) \(path.isEmpty ? "/" : path)\(query) HTTP/1.1"]
    lines += ["Host: \(url.host ?? ""):\(url.port ?? 80)", "Connection: close"]
    if method != "GET" { lines.append("Content-Length: \(body.count)") }
    lines += headers.map { "\($0.key): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

extension Answer {
  /// Reads what comes up to the connection's end, which must be the answer's end too.
  fileprivate init(_ socket: BareSocket) throws {
    var bytes: [UInt8] = []
    while let more = socket.receive(65_536) {
      guard !more.isEmpty else { throw Silence(description: "no end in time of '\(bytes.text)'") }
      bytes += more
    }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw Silence(description: "no answer but '\(bytes.text)'")
    }
    let lines = Array(bytes[..<end.lowerBound]).text.split(separator: "\r\n")
    let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
    headers = Dictionary(
      fields.map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) },
      uniquingKeysWith: { "\($0), \($1)" })
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
    var body = Array(bytes[end.upperBound...])
    if headers["transfer-encoding"] == "chunked" { body = try Self.joined(body) }
    guard headers["content-length"].map({ Int($0) == body.count }) ?? true else {
      throw Silence(description: "the answer was cut after \(body.count) bytes")
    }
    data = Data(body)
  }

  private static func joined(_ chunks: [UInt8]) throws -> [UInt8] {
    var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], chunks[...])
    while let line = rest.firstRange(of: Array("\r\n".utf8)),
      let count = Int(Array(rest[..<line.lowerBound]).text, radix: 16),
      rest[line.upperBound...].count >= count + 2
    {
      if count == 0 { return body }
      body += rest[line.upperBound...].prefix(count)
      rest = rest[line.upperBound...].dropFirst(count + 2)
    }
    throw Silence(description: "the answer was cut after \(body.count) bytes")
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
