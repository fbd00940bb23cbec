import RefreshLoop
import RefreshSockets
import TestSupport
import Testing

@testable import RefreshClientSockets

@Suite(.timeLimit(.minutes(5))) struct SocketTransportTests {
  @Test func `texts go there and come back in order`() async throws {
    try await withServer { server, transport in
      let connection = try await transport.open(server.url)
      #expect(connection.subprotocol == "refresh.v1")
      for number in 0..<500 { connection.send(Array("\(number) ä".utf8)) }
      for number in 0..<500 { #expect(await connection.receive() == text("\(number) ä")) }
      #expect(await connection.receive(within: .milliseconds(50)) == nil)
      connection.send(Array("still there".utf8))
      #expect(await connection.receive(within: .seconds(30)) == text("still there"))
    }
  }

  @Test func `without an offer the server chooses no subprotocol`() async throws {
    try await withServer { server, transport in
      let connection = try await transport.open(server.url, subprotocol: nil)
      #expect(connection.subprotocol == nil)
    }
  }

  @Test func `the server's close code and reason are told, again and again`() async throws {
    try await withServer { server, transport in
      let connection = try await transport.connect(to: server.url, subprotocols: ["refresh.v1"])
      connection.send(Array("one".utf8))
      connection.send(Array("leave".utf8))
      #expect(await connection.receive() == text("one"))
      for _ in 0..<3 { #expect(await connection.receive() == .closed(code: 4200, reason: "as you wish")) }
      connection.send(Array("too late".utf8))
      connection.close(code: 1000, reason: "")
      connection.drop()
      #expect(await connection.receive() == .closed(code: 4200, reason: "as you wish"))
    }
  }

  @Test func `an end without a close frame is 1006`() async throws {
    try await withServer { server, transport in
      let lost = try await transport.open(server.url)
      lost.send(Array("vanish".utf8))
      #expect(await lost.receive() == .closed(code: 1006, reason: ""))
      let dropped = try await transport.open(server.url)
      dropped.drop()
      #expect(await dropped.receive() == .closed(code: 1006, reason: ""))
    }
  }

  @Test func `closing ends with the server's answer`() async throws {
    try await withServer { server, transport in
      let connection = try await transport.open(server.url)
      connection.close(code: 1000, reason: "done")
      guard case .closed(let code, _) = await connection.receive() else {
        Issue.record("no end")
        return
      }
      #expect(code == 1000)
    }
  }

  @Test func `binary and raw bytes reach the server as they are`() async throws {
    try await withServer { server, transport in
      let binary = try await transport.open(server.url)
      binary.sendBinary([1, 2, 3])
      #expect(await binary.receive() == .closed(code: 4000, reason: "binary"))
      let raw = try await transport.open(server.url)
      // A text frame with a reserved bit set.
      raw.sendRaw([0xF1, 0x80, 0, 0, 0, 0])
      guard case .closed(let code, _) = await raw.receive() else {
        Issue.record("no end")
        return
      }
      #expect(code == 1002 || code == 1006)
    }
  }

  @Test func `a refusal, a closed port and a wrong address say what is the matter`() async throws {
    try await withServer { server, transport in
      let refused = await failure { try await transport.open(server.url + "?refuse=1") }
      #expect(refused?.reason.contains("503") == true, "\(refused?.reason ?? "")")
      let protocols = await failure { try await transport.open(server.url, subprotocol: "other.v9") }
      #expect(protocols?.reason.contains("400") == true, "\(protocols?.reason ?? "")")
      let wrong = await failure { try await transport.open("http://127.0.0.1/") }
      #expect(wrong?.reason.contains("http://127.0.0.1/") == true, "\(wrong?.reason ?? "")")
    }
    let gone = try EchoServer()
    let url = gone.url
    await gone.stop()
    let transport = try SocketTransport.shared()
    let closed = await failure { try await transport.open(url) }
    #expect(closed?.reason.isEmpty == false)
  }

  @Test func `an attempt ends when its task is cancelled`() async throws {
    // A listener that nobody accepts from: the handshake is never answered.
    let silent = SilentListener()
    let transport = try SocketTransport.shared()
    let attempt = Task { try await transport.open("ws://127.0.0.1:\(silent.port)/live") }
    silent.awaitConnection()
    attempt.cancel()
    await #expect(throws: ConnectGivenUp.self) { try await attempt.value }
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await transport.open("ws://127.0.0.1:\(silent.port)/live")
    }
    let given = await #expect(throws: ConnectGivenUp.self) { try await early.value }
    #expect(given?.wasReached == false)
  }

  @Test func `a server that sends faster than anybody receives is held back, and nothing is lost`()
    async throws
  {
    try await withServer { server, transport in
      let connection = try await transport.open(server.url)
      for _ in 0..<3 {
        connection.send(Array("flood 1500".utf8))
        for number in 0..<1_500 {
          guard case .text(let bytes) = await connection.receive() else {
            Issue.record("the connection ended at \(number)")
            return
          }
          #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("\(number) x"))
        }
      }
      // Nobody receives; the close is told after what came before it.
      connection.send(Array("flood 1000".utf8))
      connection.send(Array("leave".utf8))
      for _ in 0..<1_000 {
        guard case .text = await connection.receive() else {
          Issue.record("the connection ended too early")
          return
        }
      }
      #expect(await connection.receive() == .closed(code: 4200, reason: "as you wish"))
    }
  }

  @Test func `200 connections share one thread`() async throws {
    try await withServer { server, transport in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let connection = try await transport.open(server.url)
            for round in 0..<5 {
              connection.send(Array("\(number) \(round)".utf8))
              #expect(await connection.receive() == text("\(number) \(round)"))
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a transport's thread ends when nobody holds it or one of its connections any more`()
    async throws
  {
    let server = try EchoServer()
    func connectionAlone() async throws -> (SocketConnection?, () -> EventLoop?) {
      let transport = try SocketTransport()
      return (try await transport.open(server.url), { [weak loop = transport.loop.loop] in loop })
    }
    var connection: SocketConnection?
    let loop: () -> EventLoop?
    (connection, loop) = try await connectionAlone()
    connection?.send(Array("still there".utf8))
    #expect(await connection?.receive() == text("still there"))
    connection = nil
    let limit = ContinuousClock.now + .seconds(30)
    while loop() != nil, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(5)) }
    #expect(loop() == nil)
    await server.stop()
  }

  private func withServer(_ body: (EchoServer, SocketTransport) async throws -> Void) async throws {
    let server = try EchoServer()
    try await body(server, try SocketTransport.shared())
    await server.stop()
  }

  private func failure(_ body: () async throws -> SocketConnection) async -> ConnectError? {
    do {
      _ = try await body()
    } catch {
      return error as? ConnectError
    }
    return nil
  }
}

func text(_ text: String) -> TransportEvent { .text(Array(text.utf8)) }
