import Foundation
import Glibc
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// The server's process is stopped for longer than every time that it keeps, and goes on.
@Suite struct SuspendTests {
  private func start(_ marker: String) throws -> Program {
    let folder = LiveServer.temporaryFolder()
    let configuration = """
      { settings: { lease: 3000, ping: 1000, silence: 3500, heartbeat: 500, stall: 3000, idle: 3000 },
        feeds: {
          held: { source: "command:true", top: "overlay" },
          hung: { source: "command:sleep \(marker)", top: { preset: "overlay", deadline: 3000 } },
          settled: { source: "command:echo row", top: { preset: "overlay", minimumVisible: 0, settle: 3000 } },
        } }
      """
    try configuration.write(toFile: folder + "/c.json", atomically: true, encoding: .utf8)
    return try Program([
      "--listen", "127.0.0.1:0", "--db", folder + "/t.sqlite", "--config", folder + "/c.json",
    ])
  }

  private func subscribed(_ port: Int, to feed: String) async throws -> RawClient {
    let client = try await RawClient("ws://127.0.0.1:\(port)/live")
    client.send(#"{"type":"subscribe","feed":"\#(feed)"}"#)
    _ = try await client.until { if case .subscribed = $0 { true } else { nil } }
    return client
  }

  private func point(_ client: RawClient, _ n: Int, _ phase: String, y: Int) {
    client.send(
      #"{"type":"pointer","feed":"held","n":\#(n),"phase":"\#(phase)","id":1,"x":10,"y":\#(y),"scroll":{"top":0,"height":1200,"view":600}}"#
    )
  }

  /// Every client answers a message, over the connection that it had before.
  private func allAnswer(_ clients: [RawClient]) async throws {
    for client in clients {
      client.send(#"{"type":"ping"}"#)
      _ = try await client.until { if case .pong = $0 { true } else { nil } }
    }
  }

  @Test func `a server that was stopped cuts off nobody who answers, and ends what is over at once`()
    async throws
  {
    let marker = "37\(Int.random(in: 100_000...999_999))"
    let program = try start(marker)
    let port = try program.ready()
    var clients: [RawClient] = []
    for _ in 0..<20 { clients.append(try await subscribed(port, to: "held")) }
    let hanging = try await subscribed(port, to: "hung")
    let settling = try await subscribed(port, to: "settled")
    let (left, held) = (clients[0], clients[1])
    for client in [left, held] {
      point(client, 1, "down", y: 100)
      point(client, 2, "move", y: 160)
      #expect(try await client.pull(2).phase == .pulling)
    }
    hanging.send(#"{"type":"refresh","feed":"hung"}"#)
    _ = try await hanging.until { if case .reply = $0 { true } else { nil } }
    settling.send(#"{"type":"refresh","feed":"settled"}"#)
    try await settling.until {
      if case .state(let message) = $0, message.state.phase == .settling { true } else { nil }
    }

    program.send(SIGSTOP)
    // One of the two goes on to repeat its sample, as a page does while a finger rests; the other does not.
    for n in 3...10 {
      try await Task.sleep(for: .milliseconds(500))
      point(held, n, "move", y: 160)
    }
    program.send(SIGCONT)
    let late = try await milliseconds {
      let last = try await hanging.until {
        if case .state(let message) = $0 { message.state.last } else { nil }
      }
      #expect(last.end.error?.code == .deadline)
      try await settling.until {
        if case .state(let message) = $0, message.state.phase == .idle { true } else { nil }
      }
    }
    #expect(late < 60_000, "what was over ended \(late) ms after the server went on")
    #expect(try await held.pull(10).phase == .pulling, "a held pull goes on")
    #expect(try await left.pull(2).why == .lease, "a pull that nobody holds ends when its lease is over")
    try await eventually("the command is gone") { !Processes.exist(with: "sleep\0\(marker)") }
    try await allAnswer(clients + [hanging, settling])
    // The times after which a silent peer is given up run anew.
    try await Task.sleep(for: .milliseconds(4_500))
    try await allAnswer(clients + [hanging, settling])
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
