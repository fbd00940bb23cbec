import Foundation
import RefreshClient
import RefreshClientSockets
import RefreshWire
import Testing

@testable import RefreshServer

/// `asyncapi.json` says what is spoken on the socket, no less and no more.
@Suite struct AsyncAPITests {
  private struct Described {
    let document: JSON
    /// The payloads by type.
    var server: [String: JSON] = [:]
    var client: [String: JSON] = [:]
    var examples: [String: JSON] = [:]

    init() throws {
      document = try AnswerBook.document("asyncapi.json")
      let check = SchemaCheck(document)
      for (operation, isTaken) in [("receive", true), ("send", false)] {
        for reference in document["operations"]![operation]!["messages"]!.elements {
          // From the operation to the channel, and from there to the message.
          let message = check.resolved(check.resolved(reference)!)!
          let type = message["payload"]!["properties"]!["type"]!["const"]!.string!
          #expect(message["name"]?.string == type)
          if isTaken {
            client[type] = message["payload"]
            examples[type] = message["examples"]?.elements.first?["payload"]
          } else {
            server[type] = message["payload"]
          }
        }
      }
    }
  }

  /// A session in which every kind of message comes, as the server wrote it.
  private func session() async throws -> [JSON] {
    let server = try LiveServer { settings in
      settings.tunables.heartbeat = 100
      settings.feeds[0].source = .command("echo '::title News'; sleep 0.3; echo row")
      settings.feeds[0].policy.top?.cooldown = 60_000
      settings.feeds[0].order = .newestFirst
    }
    let recorder = try await SessionRecorder(server.live)
    let subscribe = #"{"type":"subscribe","feed":"main","name":"Anna"}"#
    recorder.send(subscribe)
    try await recorder.until("rows")
    recorder.send(#"{"type":"history","feed":"main","before":4,"limit":2}"#)
    try await recorder.until("history")
    recorder.send(#"{"type":"ping"}"#)
    try await recorder.until("pong")
    for (n, phase, y) in [
      (1, "down", 100), (2, "move", 130), (3, "move", 170), (4, "move", 320), (5, "up", 320),
    ] {
      recorder.send(
        #"{"type":"pointer","feed":"main","n":\#(n),"phase":"\#(phase)","id":1,"x":9,"y":\#(y),"scroll":{"top":0,"height":1200,"view":600}}"#
      )
      try await recorder.until("pull") { $0["n"] == .number(Double(n)) }
      if n == 3 { try await recorder.until("presence") { $0["pulls"]?.elements.isEmpty == false } }
    }
    try await recorder.until("rows")
    try await recorder.until("state") { $0["phase"]?.string == "settling" }
    try await recorder.until("state") { $0["phase"]?.string == "idle" }
    recorder.send(#"{"type":"refresh","feed":"main","edge":"top","key":"k"}"#)
    try await recorder.until("reply")
    recorder.send(#"{"type":"cancel","feed":"main","run":99}"#)
    try await recorder.until("reply")
    for wrong in [
      #"{"type":"x"}"#, #"{"type":"history","feed":"main"}"#,
      #"{"type":"history","feed":"footer","before":1,"limit":1}"#,
      #"{"type":"subscribe","feed":"none"}"#,
    ] {
      recorder.send(wrong)
      try await recorder.until("error")
    }
    try await recorder.until("heartbeat") { $0["heads"]?["main"] != nil }
    server.stop()
    try await recorder.until("bye")
    return recorder.messages
  }

  @Test func `every message of a session is as described, and every described one is said`() async throws {
    let described = try Described()
    let check = SchemaCheck(described.document)
    var faults: [String] = []
    var said: Set<String> = []
    for message in try await session() {
      let type = message["type"]?.string ?? "?"
      said.insert(type)
      guard let schema = described.server[type] else {
        faults.append("\(type) is not described")
        continue
      }
      faults += check.faults(message, schema, at: type)
    }
    #expect(faults == [])
    #expect(said == Set(described.server.keys))
  }

  @Test func `every described message of a client is known to the server, and none that is not`() async throws
  {
    let described = try Described()
    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    for (type, payload) in described.examples.sorted(by: { $0.key > $1.key }) {
      let check = SchemaCheck(described.document)
      #expect(check.faults(payload, described.client[type]!, at: type) == [])
      // All fields and no other one is understood: without any single required one it is refused.
      let required = described.client[type]!["required"]!.elements.compactMap(\.string)
      for field in required where field != "type" {
        var members = payload.members
        members[field] = nil
        raw.send(Self.text(.object(members)))
        #expect(try await raw.error().code.rawValue == "bad-field", "\(type) without \(field)")
      }
    }
    #expect(Set(described.examples.keys) == Set(described.client.keys))
    raw.send(#"{"type":"what"}"#)
    let known = try await raw.error().message.split(separator: "there are ")[1].split(separator: ", ")
    #expect(Set(known.map(String.init)) == Set(described.client.keys))
  }

  @Test func `what both descriptions hold is the same in both`() throws {
    let (open, asynchronous) = (
      try AnswerBook.document("openapi.json"), try AnswerBook.document("asyncapi.json")
    )
    let shared = asynchronous["components"]!["schemas"]!.members
    #expect(shared.count > 10)
    for (name, schema) in shared { #expect(open["components"]?["schemas"]?[name] == schema, "\(name)") }
    #expect(open["openapi"]?.string == "3.1.0")
    #expect(asynchronous["asyncapi"]?.string == "3.0.0")
    for document in [open, asynchronous] { #expect(document["info"]?["version"]?.string == Version.text) }
  }

  @Test func `every described field is one that the wire knows`() throws {
    let folder = LiveServer.package.appending(path: "Sources/RefreshWire").path
    var source = ""
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
      source += try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }
    for name in ["openapi.json", "asyncapi.json"] {
      let components = try AnswerBook.document(name)["components"]!
      let fields = SchemaCheck.fields(components)
      #expect(fields.count > 20)
      for field in fields { #expect(source.contains("\"\(field)\""), "\(name): \(field)") }
    }
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .truth(let truth): "\(truth)"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[\(list.map(text).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ","))}"
    }
  }
}

/// A connection that keeps every message as the server wrote it.
private final class SessionRecorder {
  private let connection: SocketConnection
  private(set) var messages: [JSON] = []

  init(_ url: String) async throws {
    connection = try await Person.transport.open(url, subprotocol: "refresh.v1")
  }

  func send(_ text: String) { connection.send(Array(text.utf8)) }

  func until(_ type: String, where fits: (JSON) -> Bool = { _ in true }) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      switch await connection.receive() {
      case .closed(let code, let reason):
        throw Silence(description: "closed with \(code) \(reason) before \(type)")
      case .text(let bytes):
        let message = try JSON(String(decoding: bytes, as: UTF8.self))
        messages.append(message)
        if message["type"]?.string == type, fits(message) { return }
      }
    }
    throw Silence(description: "waited 60 s in vain for \(type)")
  }
}
