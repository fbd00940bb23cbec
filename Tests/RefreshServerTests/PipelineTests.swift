import Testing

@testable import RefreshServer

/// What a client asks for at once, without waiting for answers.
@Suite struct PipelineTests {
  @Test func `subscribes behind one that has to be looked up are all answered`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let position = try #require(try await server.get("/feeds/main/rows?limit=1").text("pos"))
    for _ in 0..<2 {
      _ = try await server.post(
        "/feeds/main/rows", [String](repeating: "row", count: 900).joined(separator: "\n"))
    }
    let raw = try await RawClient(server.live)
    let count = 2_000
    for _ in 0..<count / 2 {
      raw.send(#"{"type":"subscribe","feed":"main","after":"\#(position)"}"#)
      raw.send(#"{"type":"subscribe","feed":"main","tail":0}"#)
    }
    raw.send(#"{"type":"ping"}"#)
    var answers: [Bool] = []
    try await raw.until { message -> Bool? in
      switch message {
      case .subscribed(let subscribed):
        answers.append(subscribed.mode == .resume)
        return nil
      case .pong: return true
      default: return nil
      }
    }
    #expect(answers == (0..<count).map { $0 % 2 == 0 })
    raw.drop()
  }

  @Test func `one who asks for much history at once and reads it all is given it all`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let row = String(repeating: "r", count: 900)
    for _ in 0..<2 {
      _ = try await server.post(
        "/feeds/main/rows", [String](repeating: row, count: 1_000).joined(separator: "\n"))
    }
    let raw = try await RawClient(server.live)
    raw.send(#"{"type":"subscribe","feed":"main","tail":0}"#)
    // Together longer than what may wait for one peer.
    let count = 80
    for number in 0..<count {
      raw.send(#"{"type":"history","feed":"main","before":\#(2_000 - number),"limit":1000}"#)
    }
    var ends: [Int] = []
    try await raw.until { message -> Bool? in
      if case .history(let history) = message { ends.append(history.first + history.rows.count) }
      return ends.count == count ? true : nil
    }
    #expect(ends == (0..<count).map { 2_000 - $0 })
    raw.drop()
  }
}
