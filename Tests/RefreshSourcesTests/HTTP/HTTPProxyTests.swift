import TestOrigin
import Testing

@testable import RefreshSources

/// A proxy may be inside, and nothing else because of it.
@Suite struct HTTPProxyTests {
  private func run(_ url: String, _ environment: [String: String]) throws -> SourceTrial {
    try SourceTrial.http(HTTPSpec(url: url), environment: environment)
  }

  @Test func `a proxy inside is asked for what is out there`() throws {
    let proxy = Origin { request, _ in
      request.path == "http://other.example/b"
        ? .ok("found") : .whole(302, [], ["Location: http://other.example/b"])
    }
    defer { proxy.stop() }
    let trial = try run("http://news.example/a", ["http_proxy": proxy.url("")])
    #expect(trial.rows == ["found"], "\(trial.outcomes)")
    #expect(proxy.requests.map(\.path) == ["http://news.example/a", "http://other.example/b"])
  }

  @Test func `what no_proxy names is not asked on the proxy's port either`() throws {
    // On all of this machine's addresses: the proxy, and beside it another server on the same port.
    let both = Origin(address: "0.0.0.0") { request, _ in
      guard let port = request.path.split(separator: "/").last.flatMap({ Int($0) }) else {
        return .ok("the secret")
      }
      return .whole(302, [], ["Location: http://jenkins.localhost:\(port)/secret"])
    }
    defer { both.stop() }
    let trial = try run(
      "http://news.example/\(both.port)",
      ["http_proxy": both.url("", host: "127.0.0.3"), "no_proxy": ".localhost"])
    let failure = try #require(trial.failure, "\(trial.outcomes)")
    #expect(failure.code == .http)
    #expect(
      failure.message.hasPrefix("news.example sends on to jenkins.localhost:\(both.port), which is this"))
    #expect(both.requests.map(\.path) == ["http://news.example/\(both.port)"])
  }

  @Test func `a source inside that no_proxy names is inside, also on the proxy's port`() throws {
    let other = Origin(.ok("beside"))
    let both = Origin(.whole(302, [], ["Location: \(other.url("/x"))"]), address: "0.0.0.0")
    defer {
      other.stop()
      both.stop()
    }
    let environment = [
      "http_proxy": both.url("", host: "127.0.0.3"), "no_proxy": "localhost,127.0.0.1",
    ]
    let trial = try run(both.url("/a", host: "wiki.localhost"), environment)
    #expect(trial.rows == ["beside"], "\(trial.outcomes)")
    #expect(both.requests.map(\.path) == ["/a"])
  }

  @Test func `an answer through a proxy does not lead to an address inside`() throws {
    let proxy = Origin(.whole(302, [], ["Location: http://127.0.0.1/secret"]))
    defer { proxy.stop() }
    let trial = try run("http://news.example/feed", ["http_proxy": proxy.url("")])
    #expect(trial.failure?.message.contains("own machine or in its network") == true, "\(trial.outcomes)")
    #expect(proxy.requests.count == 1)
  }

  @Test(
    arguments: [
      ("http://a.example/", ["http_proxy": "p:1", "all_proxy": "p:2"], "p:1"),
      ("http://a.example/", ["HTTP_PROXY": "p:1"], nil),
      ("http://a.example/", ["http_proxy": "", "all_proxy": "p:2", "ALL_PROXY": "p:3"], "p:2"),
      ("http://a.example/", ["https_proxy": "p:1"], nil),
      ("https://a.example/", ["https_proxy": "p:1", "HTTPS_PROXY": "p:2"], "p:1"),
      ("https://a.example/", ["HTTPS_PROXY": "p:2", "ALL_PROXY": "p:3"], "p:2"),
      ("https://a.example/", ["http_proxy": "p:1", "ALL_PROXY": "p:3"], "p:3"),
      ("http://a.example/", ["http_proxy": "p:1", "no_proxy": "", "NO_PROXY": "*"], nil),
      ("http://a.example/", [:], nil),
    ] as [(String, [String: String], String?)])
  func `the variables are those of curl`(url: String, environment: [String: String], proxy: String?) throws {
    let address = try #require(HTTPAddress(url))
    #expect(HTTPProxy(for: address) { environment[$0] }?.url == proxy)
  }

  @Test(arguments: [
    ("a.example", "*", true), ("a.example", "a.example", true), ("A.Example", "x, .EXAMPLE.", true),
    ("b.a.example", "a.example", true), ("ba.example", "a.example", false),
    ("a.example", "b.a.example", false),
    ("a.example.", "x\ta.example", true), ("a.example", ", . ,,", false), ("a.example", "*.example", false),
    ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "2.3", false), ("10.1.2.3", "10.1.2.0/24", true),
    ("10.1.2.3", "10.1.3.0/23", true), ("10.1.2.3", "10.1.4.0/23", false), ("10.1.2.3", "10.1.2.0/33", false),
    ("10.1.2.3", "10.1.2.3/", false), ("10.1.2.3", "/24", false), ("[fd00::1]", "fd00::/8", true),
    ("[fd00::1]", "fd00::1", true), ("[fd00::1]", "fe00::/8", false), ("[::1]", "127.0.0.1", false),
    ("10.1.2.3", "::/0", false),
  ])
  func `no_proxy names hosts, domains, addresses and networks`(host: String, list: String, isExempt: Bool)
    throws
  {
    let address = try #require(HTTPAddress("http://\(host)/"))
    let environment = ["http_proxy": "p:1", "no_proxy": list]
    #expect((HTTPProxy(for: address) { environment[$0] } == nil) == isExempt)
  }
}
