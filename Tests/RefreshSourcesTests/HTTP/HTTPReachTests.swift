import TestOrigin
import TLSClient
import Testing

@testable import RefreshSources

/// A server on the internet cannot have this one ask what is beside it. Here 127.0.0.2 stands for the internet.
@Suite struct HTTPReachTests {
  private static let outside = HostAddress("127.0.0.2")!

  private func run(
    _ url: String, environment: [String: String] = [:],
    isInside: @escaping (HostAddress) -> Bool = { $0 != outside }
  ) throws -> SourceTrial {
    let trial = try SourceTrial()
    trial.run(
      HTTPSource(HTTPSpec(url: url), limits: SourceLimits(), isInside: isInside) { environment[$0] },
      SourceJob(feed: "news", edge: "top", run: 3, lastSeq: 0, lastText: nil, workTime: 0))
    return trial
  }

  @Test(arguments: ["127.0.0.1", "localhost", "a.localhost", "[::ffff:127.0.0.1]", "127.1", "2130706433"])
  func `an answer from out there does not lead inside, by whatever name`(host: String) throws {
    let inside = Origin(.whole(500, Array("the secret of the inside".utf8)))
    let there = Origin(
      .whole(302, [], ["Location: http://\(host):\(inside.port)/admin"]), address: "127.0.0.2")
    defer {
      inside.stop()
      there.stop()
    }
    let failure = try #require(try run(there.url(host: "127.0.0.2")).failure)
    #expect(failure.code == .http)
    #expect(failure.message.hasPrefix("127.0.0.2:\(there.port) sends on to "), "\(failure.message)")
    #expect(failure.message.contains("is this server's own machine or in its network"), "\(failure.message)")
    #expect(!failure.message.contains("secret"))
    #expect(there.requests.count == 1 && inside.requests.isEmpty)
  }

  @Test(arguments: ["127.0.0.1", "[::ffff:127.0.0.1]"])
  func `it does not lead to an address that this machine has, whatever network that is of`(host: String)
    throws
  {
    let own = Origin(.ok("the secret of this machine"))
    // It leads here, but no interface has it.
    let there = Origin(.whole(302, [], ["Location: http://\(host):\(own.port)/admin"]), address: "127.0.0.2")
    defer {
      own.stop()
      there.stop()
    }
    let failure = try #require(try run(there.url(host: "127.0.0.2"), isInside: \.isOwn).failure)
    #expect(failure.code == .http)
    #expect(failure.message.contains("is this server's own machine or in its network"), "\(failure.message)")
    #expect(there.requests.count == 1 && own.requests.isEmpty)
  }

  @Test func `the address that this machine goes out from is inside`() throws {
    // A machine without a network has none.
    let own = HostAddress(TLSClient.ownAddress() ?? "127.0.0.1")
    #expect(try #require(own).isOwn)
    #expect(try #require(own).isInside)
    for text in ["::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1"] {
      #expect(try #require(HostAddress(text)).isOwn, "\(text) leads to 127.0.0.1")
    }
    #expect(try !#require(HostAddress("127.0.0.2")).isOwn)
  }

  @Test func `a name that leads elsewhere the second time is noticed`() throws {
    let origin = Origin { request, _ in
      request.path == "/b" ? .ok("inside") : .whole(302, [], ["Location: /b"])
    }
    defer { origin.stop() }
    // By its second connection the name leads inside.
    var looks = 0
    let trial = try run(origin.url("/a")) { _ in
      looks += 1
      return looks > 2
    }
    #expect(trial.failure?.message.contains("own machine or into its network") == true, "\(trial.outcomes)")
    #expect(origin.requests.map(\.path) == ["/a"])
    #expect(try run(origin.url("/a")) { _ in false }.rows == ["inside"])
  }

  @Test func `who is inside may lead anywhere, and who is out there to others out there`() throws {
    let other = Origin(.ok("found"), address: "127.0.0.2")
    let inside = Origin(.ok("beside"))
    defer {
      other.stop()
      inside.stop()
    }
    for (from, to, rows) in [
      ("127.0.0.1", other.url(host: "127.0.0.2"), ["found"]), ("127.0.0.1", inside.url(), ["beside"]),
      ("127.0.0.2", other.url(host: "127.0.0.2"), ["found"]),
    ] {
      let home = Origin(.whole(307, [], ["Location: \(to)"]), address: from)
      defer { home.stop() }
      #expect(try run(home.url(host: from)).rows == rows, "from \(from) to \(to)")
    }
  }

  @Test func `what another server says is not repeated`() throws {
    let other = Origin(.raw("HTTP/1.1 500 Hidden reason\r\n\r\n").then(Array("hidden text".utf8)))
    let home = Origin { request, _ in
      request.path == "/own"
        ? .whole(500, Array("own text".utf8)) : .whole(302, [], ["Location: \(other.url("/x"))"])
    }
    defer {
      other.stop()
      home.stop()
    }
    #expect(try SourceTrial.http(home.url("/own")).failure?.message.contains("own text") == true)
    let message = try #require(try SourceTrial.http(home.url()).failure?.message)
    #expect(
      message.contains("127.0.0.1:\(other.port) (where 127.0.0.1:\(home.port) sends on to) answered 500"))
    #expect(!message.lowercased().contains("hidden"), "\(message)")
  }

  @Test func `a place that it sends on to is named so that any words can follow`() throws {
    let home = Origin(.whole(302, [], ["Location: http://nowhere.invalid:9/x"]))
    defer { home.stop() }
    let message = try #require(try SourceTrial.http(home.url()).failure?.message)
    #expect(
      message.contains("Could not resolve nowhere.invalid:9 (where 127.0.0.1:\(home.port) sends on to): "))
  }

  @Test(arguments: [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.19.0.1", "224.0.0.1", "255.255.255.255", "::1", "::",
    "[::1]", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::7f00:1", "2002:7f00:1::1",
  ])
  func `addresses of this machine and of networks that are not everybody's`(text: String) throws {
    #expect(try #require(HostAddress(text)).isReserved)
  }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.1", "126.0.0.1", "128.0.0.1", "172.15.0.1", "172.32.0.1",
    "192.167.0.1", "192.169.0.1", "192.0.1.1", "169.253.0.1", "100.63.0.1", "100.128.0.1", "198.17.0.1",
    "198.20.0.1", "223.255.255.255", "2001:db8::1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101",
    "2002:101:101::1", "fb00::1", "fe00::1",
  ])
  func `addresses of everybody`(text: String) throws {
    #expect(try !#require(HostAddress(text)).isReserved)
  }

  @Test func `what is no address is none`() {
    for text in ["", "localhost", "1.2.3", "1.2.3.4.5", "[1.2.3.4", "::g"] {
      #expect(HostAddress(text) == nil)
    }
  }
}
