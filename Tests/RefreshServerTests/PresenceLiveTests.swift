import RefreshClient
import RefreshWire
import Testing

@testable import RefreshServer

/// Who is there and who pulls, as everybody is told in the end.
@Suite struct PresenceLiveTests {
  @Test func `one that drops its pull and leaves in the same moment, and comes back, is seen each time`()
    async throws
  {
    let server = try LiveServer {
      $0.tunables.presence = 1
      $0.tunables.watching = 60
    }
    defer { server.stop() }
    let watcher = try await Person("Watcher", on: server)
    let raw = try await RawClient(server.live)
    func seen(watching: Int, pulls: Int) async throws {
      try await watcher.until("\(watching) watching and \(pulls) pulls") {
        if case .presence(let message) = $0, message.presence.watching == watching,
          message.presence.count == pulls
        {
          true
        } else {
          nil
        }
      }
    }
    for n in stride(from: 1, to: 16, by: 3) {
      raw.send(#"{"type":"subscribe","feed":"main"}"#)
      try await seen(watching: 2, pulls: 0)
      raw.send(pointer("down", n: n, y: 100))
      raw.send(pointer("move", n: n + 1, y: 160))
      try await seen(watching: 2, pulls: 1)
      raw.sendTogether([pointer("cancel", n: n + 2, y: 160), #"{"type":"unsubscribe","feed":"main"}"#])
      try await seen(watching: 1, pulls: 0)
    }
    raw.drop()
    await watcher.leave()
  }

  @Test func `a pull that became a refresh is gone from every presence behind the state that tells of it`()
    async throws
  {
    let server = try LiveServer { $0.tunables.presence = 1 }
    defer { server.stop() }
    let watcher = try await Person("Watcher", on: server)
    let raw = try await RawClient(server.live)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    for n in stride(from: 1, to: 13, by: 4) {
      raw.sendTogether([
        pointer("down", n: n, y: 100), pointer("move", n: n + 1, y: 160), pointer("move", n: n + 2, y: 600),
        pointer("up", n: n + 3, y: 600),
      ])
      _ = try await watcher.state(.refreshing)
      try await watcher.until("the end") { (event) -> Bool? in
        switch event {
        case .presence(let message):
          #expect(message.presence.count == 0)
          return nil
        case .state(let message): return message.state.phase == .idle ? true : nil
        default: return nil
        }
      }
    }
    raw.drop()
    await watcher.leave()
  }

  private func pointer(_ phase: String, n: Int, y: Int) -> String {
    #"{"type":"pointer","feed":"main","n":\#(n),"phase":"\#(phase)","id":1,"x":9,"y":\#(y),"#
      + #""scroll":{"top":0,"height":900,"view":600}}"#
  }
}
