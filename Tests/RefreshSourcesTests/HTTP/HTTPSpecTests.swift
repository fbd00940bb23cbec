import RefreshSources
import Testing

@Suite struct HTTPSpecTests {
  @Test func `a source as people write it has no mistakes`() {
    let spec = HTTPSpec(
      url: "https://example.org/news", headers: [HeaderSpec(name: "X-Key", value: .environment("KEY"))],
      bearer: "TOKEN", timeout: 1, maxBytes: 1, redirects: 0)
    #expect(spec.mistakes.isEmpty)
  }

  @Test func `every mistake is told with its field`() {
    let spec = HTTPSpec(
      url: "example.org", content: .json(JSONPlaces(rows: "a[", key: "..")),
      headers: [
        HeaderSpec(name: "Bad Name", value: .text("x")),
        HeaderSpec(name: "Content-Length", value: .text("1")),
        HeaderSpec(name: "X", value: .text("a\r\nb")), HeaderSpec(name: "x", value: .environment("")),
        HeaderSpec(name: "Authorization", value: .text("Basic x")),
      ],
      bearer: "A=B", timeout: 0, maxBytes: 0, redirects: 21)
    #expect(
      spec.mistakes.map(\.field) == [
        "url", "content.rows", "content.key", "headers", "headers.Content-Length", "headers.X", "headers.x",
        "headers.x",
        "headers.Authorization",
        "bearer", "timeout", "maxBytes", "redirects",
      ])
  }

  @Test func `one way to sign in is enough`() {
    var spec = HTTPSpec(url: "https://user:pass@example.org/", bearer: "TOKEN")
    #expect(spec.mistakes.map(\.field) == ["bearer"])
    spec.bearer = nil
    spec.headers = [HeaderSpec(name: "authorization", value: .text("Basic x"))]
    #expect(spec.mistakes.map(\.field) == ["headers.authorization"])
    spec.headers = []
    #expect(spec.mistakes.isEmpty)
  }

  @Test func `an address without end is refused`() {
    let spec = HTTPSpec(url: "http://x/" + String(repeating: "a", count: 9_000))
    #expect(spec.mistakes.map(\.field) == ["url"])
    #expect(!spec.mistakes[0].words.contains("aaaa"))
  }
}
