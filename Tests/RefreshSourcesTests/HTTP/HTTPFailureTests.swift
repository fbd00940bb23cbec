import Glibc
import TestOrigin
import Testing

@testable import RefreshSources

/// What people read when a request fails.
@Suite struct HTTPFailureTests {
  @Test(arguments: [
    (
      500, "text/plain; charset=utf-8", "No disk\r\n  left.\u{1B}[0m",
      "answered 500 Internal Server Error: No disk left.\u{FFFD}[0m."
    ),
    (404, "application/json", #"{"error":"no"}"#, #"answered 404 Not Found: {"error":"no"}."#),
    (
      403, "text/html", "<html><style>p{}</style><title>Go &amp; away</title><p>Not you",
      "answered 403 Status: Go &amp; away Not you."
    ),
    (500, "image/png", "\u{89}PNG", "answered 500 Internal Server Error.\n"),
    (500, "text/plain", "a\0b", "answered 500 Internal Server Error.\n"),
    (429, "text/plain", "", "answered 429 Status.\n"),
  ])
  func `a status is told with what the server says`(status: Int, type: String, body: String, words: String)
    throws
  {
    let origin = Origin(.whole(status, Array(body.utf8), ["Content-Type: \(type)"]))
    defer { origin.stop() }
    let failure = try #require(try SourceTrial.http(origin.url("/secret/path?key=1234567890")).failure)
    #expect(failure.code == .http)
    #expect(failure.message.hasPrefix("127.0.0.1:\(origin.port) \(words)"), "\(failure.message)")
    #expect(failure.message.contains("\nNothing was added; "))
    #expect(!failure.message.contains("path") && !failure.message.contains("1234567890"))
  }

  @Test func `a long answer to a failure is quoted in short, and not read to its end`() throws {
    let origin = Origin(.begin(500).then([UInt8](repeating: 0x78, count: 65_536), times: 1_600))
    defer { origin.stop() }
    let message = try #require(try SourceTrial.http(origin.url()).failure?.message)
    #expect(message.contains("Error: " + String(repeating: "x", count: 199) + "….\n"))
    #expect(origin.wait(forAbandoned: 1))
  }

  @Test func `an answer that is cut off, or none, is told`() throws {
    let origin = Origin { request, _ in
      switch request.path {
      case "/length": .begin(200, ["Content-Length: 100"]).then([0x61])
      case "/chunk": .begin(200, ["Transfer-Encoding: chunked"]).then(Array("5\r\nab".utf8))
      case "/nothing": .raw("")
      case "/other": .raw("220 mail.example.org ready\r\n")
      default: .whole(200, Array("no gzip".utf8), ["Content-Encoding: gzip"])
      }
    }
    defer { origin.stop() }
    for (path, code, words) in [
      ("/length", SourceFailure.network, "broke off in the middle"),
      ("/chunk", .network, "broke off in the middle"),
      ("/nothing", .network, "closed the connection without an answer"),
      ("/other", .network, "does not answer in HTTP"),
      ("/packed", .parse, "cannot be unpacked"),
    ] {
      let failure = try SourceTrial.http(origin.url(path)).failure
      #expect(failure?.code == code, "\(path)")
      #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    }
  }

  @Test(arguments: [["99999999999999999999999"], ["3", "4"]])
  func `an answer that does not say clearly how long it is may be cut, and does not count`(lengths: [String])
    throws
  {
    let origin = Origin(.begin(200, lengths.map { "Content-Length: \($0)" }).then(Array("abcd".utf8)))
    defer { origin.stop() }
    let failure = try #require(try SourceTrial.http(origin.url()).failure)
    #expect(failure.code == .http)
    #expect(failure.message.contains("does not say clearly how long its answer is"), "\(failure.message)")
  }

  @Test func `a server that is not there is told`() throws {
    let gone = Origin(.hang)
    let url = gone.url()
    gone.stop()
    let refused = try eventually {
      try SourceTrial.http(url)
    } until: {
      $0.failure?.message.contains("refused") == true
    }
    #expect(refused?.failure?.code == .network)
    #expect(refused?.failure?.message.hasPrefix("127.0.0.1:\(gone.port) refused the connection.\n") == true)
    let unknown = try SourceTrial.http("http://no-such-name.invalid/")
    #expect(unknown.failure?.code == .network)
    #expect(unknown.failure?.message.hasPrefix("Could not resolve no-such-name.invalid: ") == true)
  }

  /// The system closes a listening socket soon after it was shut.
  private func eventually(_ attempt: () throws -> SourceTrial, until isSo: (SourceTrial) -> Bool) rethrows
    -> SourceTrial?
  {
    for _ in 0..<6_000 {
      let trial = try attempt()
      if isSo(trial) { return trial }
      usleep(10_000)
    }
    return nil
  }

  @Test func `what cannot be read is told with the server`() throws {
    let origin = Origin { request, _ in
      request.path == "/xml"
        ? .ok("<rss><channel></rss>", type: "application/xml") : .ok("{", type: "application/json")
    }
    defer { origin.stop() }
    for path in ["/xml", "/json"] {
      let failure = try SourceTrial.http(HTTPSpec(url: origin.url(path), content: .feed(.title))).failure
      #expect(failure?.code == .parse)
      #expect(failure?.message.hasPrefix("127.0.0.1:\(origin.port): ") == true, "\(failure?.message ?? "")")
    }
  }

  @Test func `an environment variable that is not there is told by its name`() throws {
    let origin = Origin(.ok("a"))
    defer { origin.stop() }
    let spec = HTTPSpec(url: origin.url(), bearer: "NEWS_TOKEN")
    for value in [nil, "", "\n", "a\nb", "a\u{1}"] {
      let trial = try SourceTrial.http(spec, environment: value.map { ["NEWS_TOKEN": $0] } ?? [:])
      #expect(trial.failure?.code == .network)
      #expect(trial.failure?.message.contains("NEWS_TOKEN") == true)
    }
    #expect(origin.requests.isEmpty)
  }

  @Test func `what is secret is not repeated, also if the server does`() throws {
    let origin = Origin { request, _ in
      .raw("HTTP/1.1 500 \(request["x-key"] ?? "")\r\n\r\n").then(
        Array("\(request.path) \(request["authorization"] ?? "") \(request["x-key"] ?? "") json".utf8))
    }
    defer { origin.stop() }
    let spec = HTTPSpec(
      url: origin.url("/?format=json&api=0123456789"),
      headers: [HeaderSpec(name: "X-Key", value: .text("sesame"))],
      bearer: "T")
    let message = try #require(try SourceTrial.http(spec, environment: ["T": "token-token"]).failure?.message)
    #expect(message.contains("answered 500 …: /?"))
    #expect(message.contains("Bearer … … json"))
    for secret in ["sesame", "0123456789", "token-token"] { #expect(!message.contains(secret)) }
  }
}
