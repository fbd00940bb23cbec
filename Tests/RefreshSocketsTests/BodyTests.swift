import Glibc
import RefreshSockets
import Testing

/// What the bodies of requests cost.
@Suite struct BodyTests {
  private func echoLength(_ settings: SocketSettings) throws -> TestServer {
    try TestServer(settings: settings) { owner in
      owner.onRequest = { $0.respond(status: 200, body: Array("\($0.body.count)".utf8)) }
    }
  }

  /// Seconds of processor time that the calling thread has taken.
  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `a small piece behind a large body costs what a small piece costs`() throws {
    let size = 16_000_000
    let pieces = 200
    var settings = SocketSettings()
    settings.maxBody = size
    let server = try echoLength(settings)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.take(through: "\r\n\r\n")?.contains("100 Continue") == true)
    client.send([UInt8](repeating: 0x61, count: size - pieces))
    // The server has taken it all: the system says so of what was sent.
    var left: Int32 = 1
    while left > 0 { _ = ioctl(client.descriptor, UInt(TIOCOUTQ), &left) }
    for _ in 0..<100 { server.onLoop {} }

    let before = server.onLoop { Self.threadTime() }
    for _ in 0..<(pieces - 1) {
      client.send([0x62])
      server.onLoop {}
    }
    let taken = server.onLoop { Self.threadTime() } - before
    client.send([0x63])
    #expect(client.answer()?.body == "\(size)")

    let source = [UInt8](repeating: 1, count: size)
    let start = Self.threadTime()
    var copy = source
    copy[0] = 2
    let oneCopy = Self.threadTime() - start
    #expect(copy.count == source.count)
    #expect(taken < oneCopy * Double(pieces) / 4, "\(pieces) pieces took \(taken) s, one copy \(oneCopy) s")
  }

  @Test func `large bodies together have a bound, beside which small ones go on`() throws {
    var settings = SocketSettings()
    settings.maxBodies = 500_000
    let server = try echoLength(settings)
    defer { server.stop() }
    let first = try #require(RawClient(server.port))
    first.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n")
    first.send([UInt8](repeating: 0x61, count: 499_000))
    let second = try #require(RawClient(server.port))
    second.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n")
    second.send([UInt8](repeating: 0x61, count: 499_000))
    // Whichever comes to the bound first is refused; the other one is taken.
    var polls = [first, second].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    #expect(poll(&polls, 2, 60_000) == 1)
    let (refused, other) = polls[0].revents != 0 ? (first, second) : (second, first)
    let refusal = try #require(refused.answer())
    #expect(refusal.status == 503)
    #expect(refusal.header("retry-after") == "1")
    #expect(refusal.body.contains(#""code":"busy""#))

    let small = try #require(RawClient(server.port))
    #expect(small.ask("POST /", ["Content-Length: 3"], body: "abc")?.body == "3")
    other.send([UInt8](repeating: 0x61, count: 1_000))
    #expect(other.answer()?.body == "500000")
    // What an answered request held is free again.
    for _ in 0..<3 {
      other.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n")
      other.send([UInt8](repeating: 0x61, count: 500_000))
      #expect(other.answer()?.body == "500000")
    }
  }
}
