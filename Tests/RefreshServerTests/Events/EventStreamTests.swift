import Foundation
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// `GET /feeds/{feed}/events`: what it says, and in which order.
@Suite struct EventStreamTests {
  @Test func `a stream begins with a reset, what the feed is, its state and the last rows, and goes on live`()
    async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let reader = try EventReader(port: server.port, "/feeds/main/events?tail=3")
    #expect(reader.status == 200)
    #expect(reader.head.contains("content-type: text/event-stream\r\n"))
    #expect(reader.head.contains("cache-control: no-store\r\n"))
    #expect(reader.head.contains("x-accel-buffering: no\r\n"))
    let names = try (0..<4).map { _ in try #require(try reader.next()) }
    #expect(names.map(\.name) == ["reset", "feed", "state", "rows"])
    #expect(names[0].data.hasPrefix(#"{"type":"reset","feed":"main","why":"new","pos":""#))
    #expect(names[1].data.contains(#""title":"Lines","order":"append","policy":{"top":{"#))
    #expect(names[2].data == #"{"type":"state","feed":"main","phase":"idle","floor":1}"#)
    #expect(names[3].data.contains(#""first":3,"rows":[{"text":"Line 3""#))
    #expect(names[0].lastID == names[1].lastID)
    #expect(names[3].lastID != names[0].lastID)
    #expect(names[3].data.hasSuffix(#""pos":"\#(names[3].lastID)"}"#))
    #expect((1_000...4_000).contains(reader.parser.retry ?? 0))
    #expect(try await server.get("/feeds/main").text("pos") == names[3].lastID)
    _ = try await server.post("/feeds/main/rows", "live\n\u{2028}two")
    let live = try reader.until("rows")
    #expect(live["first"] as? Int == 6)
    #expect((live["rows"] as? [[String: Any]])?.map { $0["text"] as? String } == ["live", "\u{2028}two"])
  }

  @Test
  func `what a stream says is read the same whole, by the byte, and with a browser's own ends of lines`()
    async throws
  {
    let server = try LiveServer { $0.tunables.eventComment = 20 }
    defer { server.stop() }
    let reader = try EventReader(port: server.port)
    _ = try await server.post(
      "/feeds/main/rows", #"{"rows":["a\r\nb","\u0000: c","😀"]}"#, type: "application/json")
    try reader.until("rows") { $0["first"] as? Int == 6 }
    try reader.read { $0.parser.comments >= 2 }
    var whole = EventParser()
    let events = whole.take(reader.body)
    #expect(events.count == 5)
    var bytewise = EventParser()
    #expect(reader.body.flatMap { bytewise.take([$0]) } == events)
    var carriage = EventParser()
    #expect(carriage.take(reader.body.map { $0 == 0x0a ? 0x0d : $0 }) == events)
    #expect(events.last?.data.contains(#"a\r\nb"#) == true)
    #expect(whole.lastID == events.last?.lastID)
  }

  @Test func `a state that tells of a run's end never comes before that run's rows`() async throws {
    let server = try LiveServer { settings in
      settings.feeds[0].policy.top?.minimumVisible = 0
      settings.feeds[0].workTime = 0
    }
    defer { server.stop() }
    let before = try #require(try await server.get("/feeds/main").text("pos"))
    let live = try EventReader(port: server.port)
    try live.until("state")
    for _ in 0..<3 {
      #expect(try await server.ask("POST", "/feeds/main/refresh?wait=1").status == 200)
      try await eventually("the run has settled") {
        try await server.get("/feeds/main").json["state"].map { "\($0)".contains("idle") } ?? false
      }
    }
    // Who comes later has the rows to get first, too.
    let late = try EventReader(port: server.port, "/feeds/main/events?after=\(before)")
    for reader in [live, late] {
      var rows = 5
      var end = 0
      while end < 3, let event = try reader.next() {
        let json = try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any] ?? [:]
        if event.name == "rows" {
          rows = (json["first"] as! Int) + (json["rows"] as! [Any]).count - 1
        } else if let last = json["last"] as? [String: Any] {
          end = last["id"] as! Int
          #expect(rows >= 5 + end, "run \(end)'s end is told after row \(rows)")
        }
      }
      #expect(end == 3)
    }
  }

  @Test func `a stream is one who watches, by name, as long as it is there`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let person = try await Person("Anna", on: server)
    _ = try await person.subscribed()
    var reader: EventReader? = try EventReader(port: server.port, "/feeds/main/events?name=%20Wall%20")
    try reader?.until("rows")
    try await person.until("two watch") {
      if case .presence(let message) = $0, message.presence.watching == 2 {
        message.presence.names == ["Anna", "Wall"] ? true : nil
      } else {
        nil
      }
    }
    reader = nil
    try await person.until("one watches") {
      if case .presence(let message) = $0, message.presence.watching == 1 { true } else { nil }
    }
    #expect(await server.look { $0.streams.isEmpty })
    await person.leave()
  }

  @Test func `HEAD is answered as GET begins, and watches nothing`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let get = try EventReader(port: server.port)
    let head = try EventReader(port: server.port, method: "HEAD")
    let lasting = { (text: String) in text.replacing(/(date|x-request-id): .*\r\n/, with: "") }
    #expect(lasting(head.head) == lasting(get.head))
    try get.until("rows")
    #expect(await server.look { $0.streams.count } == 1)
  }

  @Test func `HTTP/1.0 gets the stream without chunks, up to the connection's end`() async throws {
    let server = try LiveServer()
    let reader = try EventReader(port: server.port, version: "1.0")
    #expect(!reader.head.contains("chunked"))
    #expect(reader.head.contains("connection: close"))
    try reader.until("rows")
    _ = try await server.post("/feeds/main/rows", "one more")
    try reader.until("rows") { $0["first"] as? Int == 6 }
    server.stop()
    try reader.readAll()
    #expect(reader.hasEnded)
    #expect((500...2_000).contains(reader.parser.retry ?? 0))
  }

  @Test(arguments: [
    ("GET", "/feeds/none/events", 404), ("POST", "/feeds/main/events", 405),
    ("GET", "/feeds/main/events?tail=1001", 400), ("GET", "/feeds/main/events/x", 404),
  ])
  func `what is no stream is answered as an error in words`(method: String, path: String, status: Int) throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let answer = try server.bare("\(method) \(path)")
    #expect(answer.status == status)
    #expect(answer.body.hasPrefix(#"{"error":{"code":""#))
    if status == 405 { #expect(answer.header("allow") == "GET, HEAD") }
  }

  @Test func `streams that nobody says anything on show that they live`() throws {
    let server = try LiveServer { $0.tunables.eventComment = 30 }
    defer { server.stop() }
    let reader = try EventReader(port: server.port)
    try reader.read { $0.parser.comments >= 3 }
    #expect(String(decoding: reader.body, as: UTF8.self).hasSuffix(":\n\n"))
  }

  @Test func `three hundred streams of one feed get the same bytes`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let readers = try (0..<300).map { _ in try EventReader(port: server.port, "/feeds/main/events?tail=0") }
    for reader in readers { try reader.until("state") }
    #expect(await server.look { $0.streams.count } == 300)
    let rows = (1...500).map { "row \($0)" }
    for row in rows { _ = try await server.post("/feeds/main/rows", row) }
    for reader in readers {
      var list = EventList()
      while list.last < 505, let event = try reader.next() { list.take(event) }
      #expect(list.texts == rows)
      #expect(list.misfits == 0)
    }
  }
}
