import CAllocations
import Glibc
import RefreshLoop
import Testing

@testable import RefreshSockets

/// Peers that take nothing: what they cost, and when they are given up.
@Suite struct SlowPeerTests {
  private func reader(_ fanout: FanoutServer, receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try #require(RawClient("127.0.0.1", fanout.server.port, receiveBuffer: receiveBuffer))
    #expect(client.handshake()?.status == 101)
    client.sendText("0")
    #expect(client.frame()?.text == "opening")
    return client
  }

  /// Appends rows until the first peer's socket takes no more.
  private func fill(_ fanout: FanoutServer) {
    repeat {
      fanout.append(20, size: 1_000)
    } while fanout.server.onLoop {
      fanout.server.peer(1).waitingSince == 0
    }
  }

  @Test func `one who stalls is told 4208 where the socket still takes so little`() throws {
    var settings = SocketSettings()
    settings.stall = 300
    // Small pieces: a socket that is not writable any more has room for some of them.
    settings.chunk = 1_000
    let fanout = try FanoutServer(settings: settings)
    defer { fanout.server.stop() }
    fanout.log.chunk = 1
    let client = try reader(fanout, receiveBuffer: 4_096)
    fanout.append(4_000, size: 900)
    #expect(fanout.server.heard.take { $0 == .closed(1) } != nil)
    var rows = RowReader(after: 0)
    var last: RawFrame?
    while let frame = client.frame() {
      last = frame
      if !rows.take(frame.text) { break }
    }
    #expect(last?.code == 4208)
    #expect(rows.isInOrder)
    #expect((2..<4_000).contains(rows.next))
  }

  @Test func `latest values never queue: who reads again finds the newest of each`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let client = try reader(fanout, receiveBuffer: 4_096)
    fill(fanout)
    for number in 1...1_000 {
      fanout.server.onLoop {
        fanout.channel.setState(Frame("state \(number)"), notBefore: 0)
        fanout.channel.setPresence(Frame("presence \(number)"))
        fanout.channel.setFeed(Frame("feed \(number)"))
        fanout.subscription(1).setPull(Frame("pull \(number)"))
        fanout.server.peer(1).setHeartbeat(Frame("heartbeat \(number)"))
      }
    }
    #expect(fanout.server.onLoop { fanout.server.peer(1).queuedBytes } == 0)
    let rowsInAll = fanout.server.onLoop { fanout.log.rows.count }
    var rows = RowReader(after: 0)
    var values: [String] = []
    while rows.next <= rowsInAll || values.count < 5, let frame = client.frame(), frame.opcode == 1 {
      if !rows.take(frame.text) { values.append(frame.text) }
    }
    #expect(rows.isInOrder)
    #expect(
      values.sorted() == ["feed 1000", "heartbeat 1000", "presence 1000", "pull 1000", "state 1000"])
  }

  @Test func `what a peer holds of rows is at most one piece, however many wait`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let client = try reader(fanout, receiveBuffer: 4_096)
    fill(fanout)
    let peer = fanout.server.onLoop { fanout.server.peer(1) }
    // A row frame of the log is about 50 kB; libwebsockets holds what the socket did not take of one.
    let before = allocated_bytes()
    fanout.server.onLoop { fanout.log.append(20_000, size: 0) }
    let log = allocated_bytes() - before
    for _ in 0..<100 {
      fanout.server.onLoop { fanout.channel.rowsVisible(upTo: fanout.log.rows.count) }
    }
    #expect(allocated_bytes() - before - log < 65_536)
    withExtendedLifetime((client, peer)) {}
  }

  @Test func `a frozen reader among hundreds changes nothing for the others, and goes on where it was`()
    throws
  {
    var settings = SocketSettings()
    settings.stall = 1_000
    let fanout = try FanoutServer(settings: settings)
    defer { fanout.server.stop() }
    // More than any two sockets hold.
    fanout.append(20_000, size: 1_000)
    let start = fanout.server.onLoop { fanout.log.rows.count }
    var others = try (0..<301).map { _ in
      let client = try #require(RawClient(fanout.server.port))
      #expect(client.handshake()?.status == 101)
      client.sendText("\(start)")
      #expect(client.frame()?.text == "opening")
      return client
    }
    // It takes the place of one that leaves, in the midst of the others.
    let frozen = try reader(fanout, receiveBuffer: 4_096)
    _ = others.remove(at: 150)
    while let heard = fanout.server.heard.take(), heard != .closed(151) {}
    var next = start
    var isGivenUp = false
    // Each row reaches everybody else before the next is appended, before and after the frozen one is given up.
    while !isGivenUp {
      fanout.append(1)
      next += 1
      for client in others { try #require(client.frame()?.text == "rows \(next) \(next)") }
      while fanout.server.heard.count > 0 {
        if fanout.server.heard.take() == .closed(302) { isGivenUp = true }
      }
    }
    var rows = RowReader(after: 0)
    while let frame = frozen.frame(), rows.take(frame.text) {}
    #expect(rows.isInOrder)
    let back = try #require(RawClient(fanout.server.port))
    #expect(back.handshake()?.status == 101)
    back.sendText("\(rows.next - 1)")
    while rows.next <= next, let frame = back.frame(), frame.opcode == 1 { _ = rows.take(frame.text) }
    #expect(rows.isInOrder)
    #expect(rows.next == next + 1)
  }

  @Test func `one who does not read the answer to a request is given up`() throws {
    var settings = SocketSettings()
    settings.stall = 300
    let server = try TestServer(settings: settings) { owner in
      owner.onRequest = { $0.respond(status: 200, body: [UInt8](repeating: 0x61, count: 16_000_000)) }
    }
    defer { server.stop() }
    let client = try #require(RawClient("127.0.0.1", server.port, receiveBuffer: 4_096))
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(server.heard.take() == .request("GET", "/"))
    #expect(server.onLoop { server.server.door.count } == 1)
    try eventually { server.onLoop { server.server.door.count } == 0 }
    withExtendedLifetime(client) {}
  }
}
