import TestSupport
import Testing

@testable import RefreshServer

/// Paths that lead out of the page's folder, or by a detour to another route.
@Suite struct StrayPathTests {
  private static let targets = [
    // To a file that is there, beside the folder of the page.
    "/../README.md", "/%2e%2e/README.md", "/%2E%2e/README.md", "/..%2fREADME.md", "/..%5cREADME.md",
    "/styles/../../README.md", "/styles/%2e%2e/%2e%2e/README.md", "../README.md", "/..//README.md",
    // To a file of the page.
    "/index.html%00", "/index.html%00.txt", "/.%00/index.html", "index.html", "x/index.html", "/./index.html",
    "/styles/../index.html", "//index.html", "/styles//page.css", "/index.html/", "/%2findex.html",
    // To another route.
    "healthz", "x/healthz", "/./healthz", "/../healthz", "//healthz", "/healthz/", "/healthz/.",
    "/healthz%00", "/x/../healthz",
    "/%2e%2e/healthz", "/..%2fhealthz", "/%2fhealthz", "/x%2f../healthz", "/\\healthz", "/live/../healthz",
    "/feeds/main/../../healthz", "/feeds/main/%2e%2e/%2e%2e/healthz", "http://127.0.0.1/healthz",
    "feeds", "x/feeds", "//feeds", "/../feeds", "/x/../feeds", "/feeds%00", "/feeds/..", "/feeds/.",
    "/feeds//main",
    "/feeds/main/", "/feeds/main%00", "/feeds/main%2frows", "/feeds/x/../main/rows", "/feeds/%2e%2e/main",
    // To what nobody is to see.
    "/.hidden", "/.git/config", "/%2egit/config", "/..", "/.", "/%2e", "/%2e%2e", "/%00", "/%", "/%0",
  ]

  @Test func `no path gives a file, or the answer of another route`() throws {
    let server = try LiveServer()
    defer { server.stop() }
    for target in Self.targets {
      for method in ["GET", "HEAD", "POST"] {
        let answer = try server.bare("\(method) \(target)")
        #expect([400, 403, 404, 405].contains(answer.status), "\(method) \(target)")
        let isEmpty = method == "HEAD" && answer.body.isEmpty
        #expect(
          isEmpty || answer.body.hasPrefix(#"{"error":{"code":""#), "\(method) \(target): \(answer.body)")
      }
    }
  }

  @Test func `no path leads by a detour to the socket, or to an append`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    for target in [
      "/../live", "/x/../live", "/./live", "//live", "/live/", "/live%00", "live", "x/live", "/%2e/live",
    ] {
      let answer = try BareRequest(
        port: server.port, "GET \(target) HTTP/1.1", ["Host: 127.0.0.1:\(server.port)"] + BareSocket.upgrade)
      #expect([400, 404].contains(answer.status), "\(target)")
    }
    for target in [
      "/../feeds/main/rows", "/x/../feeds/main/rows", "//feeds/main/rows", "/feeds//main/rows",
      "/feeds/./main/rows", "/feeds/main/rows/", "/feeds/main/rows/.", "/feeds/main/../main/rows",
      "/feeds/main%2frows", "/feeds/main/rows%00", "feeds/main/rows", "x/feeds/main/rows",
    ] {
      let answer = try server.bare("POST \(target)", body: "stray")
      #expect([400, 404, 405].contains(answer.status), "\(target)")
    }
    #expect(try await server.get("/feeds/main").integer("head") == 5)
  }
}
