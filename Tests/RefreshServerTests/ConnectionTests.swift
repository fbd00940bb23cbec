import Foundation
import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// What a connection is told, and when it is closed.
@Suite struct ConnectionTests {
  @Test func `hello tells the bounds in force`() async throws {
    let server = try LiveServer {
      $0.tunables.heartbeat = 1_234
      $0.tunables.maxMessage = 1_000
    }
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    let hello = try await raw.hello()
    #expect(hello.version == 1)
    #expect(hello.server == "refreshd \(Version.text)")
    #expect(hello.heartbeat == 1_234)
    #expect(hello.maxMessage == 1_000)
    raw.send("{\"type\":\"ping\",\"x\":\"\(String(repeating: "y", count: 1_000))\"}")
    #expect(try await raw.close().code == 1009)
  }

  @Test func `the defaults are those of the protocol`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    let hello = try await raw.hello()
    #expect(hello.heartbeat == 25_000)
    #expect(hello.maxMessage == 16_384)
    raw.drop()
    let times = Tunables()
    #expect(times.ping == 25_000 && times.silence == 40_000 && times.stall == 15_000)
    #expect(times.idle == 60_000)
    // Beneath the minute after which proxies drop what is quiet.
    #expect(times.wait == 55_000)
  }

  @Test func `heartbeats bring each subscribed feed's head`() async throws {
    let server = try LiveServer { $0.tunables.heartbeat = 50 }
    defer { server.stop() }
    let person = try await Person(on: server, "footer")
    let heads = try await person.until("heartbeat") {
      if case .heartbeat(let message) = $0, !message.heads.isEmpty { message.heads } else { nil }
    }
    #expect(heads == [FeedHead(feed: FeedName("footer")!, head: 100)])
    await person.leave()
  }

  @Test func `a connection that never subscribes is closed with 4002`() async throws {
    let server = try LiveServer { $0.tunables.idle = 2_000 }
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    #expect(try await raw.close().code == 4002)
    let person = try await Person(on: server)
    _ = try await person.subscribed()
    person.client.unsubscribe(from: person.feed)
    let end = try await person.until("the close") { if case .disconnected(let end) = $0 { end } else { nil } }
    #expect(end.code == 4002)
    await person.leave()
  }

  @Test func `a subscription that waits while the server stands still is not too late`() async throws {
    let server = try LiveServer { $0.tunables.idle = 2_000 }
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    _ = try await raw.hello()
    server.standStill(milliseconds: 2_500)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    _ = try await raw.until { if case .subscribed = $0 { true } else { nil } }
    raw.drop()
  }

  @Test(
    arguments: [
      ("not json", 4000), ("[1,2]", 4000), ("\"text\"", 4000), ("{\"type\":\"ping\"} x", 4000), ("", 4000),
      (String(repeating: "x", count: 17_408), 1009),
    ] as [(String, UInt16)])
  func `what cannot be a message closes the connection, and disturbs nobody else`(text: String, code: UInt16)
    async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let other = try await Person("Other", on: server)
    let raw = try await RawClient(server.live)
    raw.send(text)
    #expect(try await raw.close().code == code)
    #expect(try await other.pull(answering: other.drag(100, 150)).phase == .pulling)
    await other.leave()
  }

  @Test func `a binary frame closes with 4000`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    raw.sendBinary([1, 2, 3])
    #expect(try await raw.close().code == 4000)
  }

  @Test(
    arguments: [
      (#"{"type":"nonsense"}"#, "unknown-type", nil), (#"{"x":1}"#, "bad-field", "type"),
      (#"{"type":"subscribe"}"#, "bad-field", "feed"),
      (#"{"type":"subscribe","feed":"A B"}"#, "bad-field", "feed"),
      (#"{"type":"subscribe","feed":"none"}"#, "unknown-feed", nil),
      (#"{"type":"subscribe","feed":"main","tail":1001}"#, "bad-field", "tail"),
      (#"{"type":"refresh","feed":"main"}"#, "not-subscribed", nil),
      (#"{"type":"cancel","feed":"main","run":1}"#, "not-subscribed", nil),
      (#"{"type":"history","feed":"main","before":3,"limit":10}"#, "not-subscribed", nil),
      (
        #"{"type":"pointer","feed":"main","n":1,"phase":"down","id":1,"x":1,"y":1,"scroll":{"top":0,"height":9,"view":9}}"#,
        "not-subscribed", nil
      ),
    ] as [(String, String, String?)])
  func `a wrong message is told, and the connection stays`(text: String, code: String, field: String?)
    async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    raw.send(text)
    let error = try await raw.error()
    #expect(error.code.rawValue == code)
    if let field { #expect(error.field == field) }
    #expect(!error.message.isEmpty)
    raw.send(#"{"type":"ping"}"#)
    _ = try await raw.until { if case .pong = $0 { true } else { nil } }
    raw.drop()
  }

  @Test func `a pointer message that is wrong leaves the gesture as it was`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    func pointer(_ n: String, _ phase: String, y: String, view: String = "600") {
      raw.send(
        #"{"type":"pointer","feed":"main","n":\#(n),"phase":"\#(phase)","id":0,"x":0,"y":\#(y),"scroll":{"top":0,"height":1200,"view":\#(view)}}"#
      )
    }
    pointer("1", "down", y: "0")
    pointer("2", "move", y: "60")
    #expect(try await raw.pull(2).percent == 0.5)
    for (n, y, view, field) in [
      ("3", "1e999", "600", "y"), ("4", "70", "0", "scroll.view"), ("5", "\"70\"", "600", "y"),
      ("2", "70", "600", "n"),
      ("1.5", "70", "600", "n"),
    ] {
      pointer(n, "move", y: y, view: view)
      #expect(try await raw.error().field == field, "\(n) \(y) \(view)")
    }
    pointer("6", "move", y: "60")
    #expect(try await raw.pull(6).percent == 0.5)
    raw.drop()
  }

  @Test(arguments: [#""\ud83d\ude00""#, "\"😀\""])
  func `an emoji in a name, also escaped, reaches everybody whole`(name: String) async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let other = try await Person("Other", on: server)
    let raw = try await RawClient(server.live)
    raw.send(#"{"type":"subscribe","feed":"main","name":\#(name)}"#)
    let names = try await other.until("the name") {
      if case .presence(let message) = $0, message.presence.names.count == 2 {
        message.presence.names
      } else {
        nil
      }
    }
    #expect(names == ["Other", "😀"])
    raw.drop()
    await other.leave()
  }

  @Test func `who comes sees itself among those who watch, in the order they came`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    var people: [Person] = []
    for number in 1...5 {
      let person = try await Person("P\(number)", on: server)
      let first = try await person.until("presence") {
        if case .presence(let message) = $0 { message.presence } else { nil }
      }
      #expect(first.watching == number)
      #expect(first.names == (1...number).map { "P\($0)" })
      people.append(person)
    }
    for person in people { await person.leave() }
  }

  @Test func `a second subscribe replaces the first, and each is answered once`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    for tail in [1, 2, 3] { raw.send(#"{"type":"subscribe","feed":"footer","tail":\#(tail)}"#) }
    raw.send(#"{"type":"ping"}"#)
    var answers = 0
    var lastFirst = 0
    try await raw.until { message in
      switch message {
      case .subscribed: answers += 1
      case .rows(let rows): lastFirst = rows.first
      default: break
      }
      return answers == 3 && lastFirst == 98 ? true : nil
    }
    #expect(answers == 3)
    _ = try await server.post("/feeds/footer/rows", "once")
    let rows = try await raw.until { if case .rows(let rows) = $0 { rows } else { nil } }
    #expect(rows.first == 101)
    raw.send(#"{"type":"ping"}"#)
    // Nothing else came before the pong: the row came once.
    let next = try await raw.until { message -> Bool? in
      switch message {
      case .rows: false
      case .pong: true
      default: nil
      }
    }
    #expect(next)
    raw.drop()
  }
}
