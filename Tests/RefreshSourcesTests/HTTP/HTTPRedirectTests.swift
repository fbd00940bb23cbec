import TestOrigin
import Testing

@testable import RefreshSources

/// Where an answer is elsewhere.
@Suite struct HTTPRedirectTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `what is elsewhere is fetched there`(status: Int) throws {
    let origin = Origin { request, _ in
      request.path == "/a/b" ? .ok("found") : .whole(status, Array("gone".utf8), ["Location: b?c=a b"])
    }
    let there = Origin(.whole(status, [], ["Location: \(origin.url("/a/b"))"]))
    defer {
      origin.stop()
      there.stop()
    }
    #expect(try SourceTrial.http(there.url()).rows == ["found"])
    let near = Origin { request, _ in
      request.path.hasPrefix("/a/b") ? .ok("near") : .whole(status, Array("gone".utf8), ["Location: b?c=a b"])
    }
    defer { near.stop() }
    #expect(try SourceTrial.http(near.url("/a/x")).rows == ["near"])
    #expect(near.requests.last?.path.hasPrefix("/a/b?c=a") == true)
    #expect(near.requests.last?.path.contains(" ") == false)
  }

  @Test func `redirects are counted`() throws {
    let origin = Origin { request, count in .whole(302, [], ["Location: /\(count)"]) }
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.failure?.code == .http)
    #expect(trial.failure?.message.contains("sends on once more after 5 redirects") == true)
    #expect(origin.requests.count == 6)
    _ = try SourceTrial.http(HTTPSpec(url: origin.url(), redirects: 0))
    #expect(origin.requests.count == 7)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/", "dict://localhost/", "http://",
  ])
  func `only addresses of HTTP are followed`(location: String) throws {
    let origin = Origin(.whole(302, [], ["Location: \(location)"]))
    defer { origin.stop() }
    let failure = try SourceTrial.http(origin.url()).failure
    #expect(failure?.code == .http)
    #expect(failure?.message.contains("not one of http or https") == true)
  }

  @Test func `headers, tokens and passwords are for the server of the source alone`() throws {
    let other = Origin(.whole(401, [], []))
    let origin = Origin { request, _ in
      request.path == "/here"
        ? .whole(302, [], ["Location: \(other.url("/there"))"]) : .whole(302, [], ["Location: /here"])
    }
    defer {
      origin.stop()
      other.stop()
    }
    let spec = HTTPSpec(
      url: origin.url(), headers: [HeaderSpec(name: "X-Key", value: .text("sesame"))], bearer: "T")
    let trial = try SourceTrial.http(spec, environment: ["T": "token"])
    #expect(origin.requests.map { $0["x-key"] } == ["sesame", "sesame"])
    #expect(origin.requests.map { $0["authorization"] } == ["Bearer token", "Bearer token"])
    #expect(other.requests.map { $0["x-key"] ?? $0["authorization"] } == [nil])
    #expect(trial.failure?.message.contains("are not sent on") == true)

    let basic = Origin(.whole(302, [], ["Location: \(other.url("/there"))"]))
    defer { basic.stop() }
    _ = try SourceTrial.http(basic.url("/", user: "me:pass@"))
    #expect(basic.requests[0]["authorization"] != nil)
    #expect(other.requests[1]["authorization"] == nil)
  }

  @Test func `a redirect to nowhere is a failure with its status`() throws {
    let origin = Origin(.whole(302))
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url()).failure?.message.contains("answered 302") == true)
  }

  @Test func `what comes along with a redirect is not read`() throws {
    let origin = Origin { request, _ in
      request.path == "/b"
        ? .ok("b")
        : .begin(302, ["Location: /b"]).then([UInt8](repeating: 0x78, count: 65_536), times: 1_600)
    }
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url("/a")).rows == ["b"])
    #expect(origin.wait(forAbandoned: 1))
  }
}
