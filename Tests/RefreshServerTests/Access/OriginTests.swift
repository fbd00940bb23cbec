import RefreshSockets
import Testing

@testable import RefreshServer

/// Which names and pages are let in, decided alone.
@Suite struct OriginTests {
  @Test(
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1", 8_080), ("192.168.1.5", "192.168.1.5", nil), ("[::1]:80", "::1", 80),
      ("[2001:DB8::1]", "2001:db8::1", nil), ("LocalHost:1", "localhost", 1),
      ("localhost.", "localhost", nil),
      ("Example.ORG.:443", "example.org", 443), ("my_box-2", "my_box-2", nil), ("a:", "a", nil),
    ] as [(String, String, Int?)])
  func `a host and port are read`(text: String, host: String, port: Int?) throws {
    let authority = try #require(Authority(text))
    #expect(authority.host == host)
    #expect(authority.port == port)
  }

  @Test(arguments: [
    "", ":80", ".", "a:0", "a:65536", "a:+1", "a:1:2", "::1", "[::1", "[::1]x", "[a]", "[127.0.0.1]", "a b",
    "a/b", "a@b", "a,b", "bücher.example", "a:8o", "[fe80::1%25eth0]",
  ])
  func `what is no host and port is none`(text: String) {
    #expect(Authority(text) == nil)
  }

  @Test(arguments: [
    ("HTTPS://Example.org/", "https://example.org"), ("https://example.org:443", "https://example.org"),
    ("http://example.org:443", "http://example.org:443"), ("http://[::1]:80", "http://[::1]"),
    ("capacitor://localhost", "capacitor://localhost"), ("null", "null"),
  ])
  func `an origin is read and written as browsers write it`(text: String, written: String) {
    #expect(WebOrigin(text)?.text == written)
  }

  @Test(arguments: [
    "", "*", "example.org", "https://", "https://example.org/page", "https://a@example.org", "://a", "1://a",
    "https://a,https://b", "https://*.example.org", "NULL",
  ])
  func `what is no origin is none`(text: String) {
    #expect(WebOrigin(text) == nil)
  }

  private let access = PageAccess(
    [WebOrigin("https://page.example")!, WebOrigin("http://room.lan:8080")!], listening: "0.0.0.0")

  @Test(arguments: [
    "127.0.0.1:8080", "192.168.1.5:8080", "10.0.0.1", "[::1]:8080", "localhost:8080", "LOCALHOST",
    "room.lan:8080", "room.lan", "page.example:9", "Page.Example.",
  ])
  func `an address, localhost and a listed name are the server's`(host: String) {
    #expect(access.refusal(host: host) == nil)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "xpage.example",
    "1.2.3", "127.1", "0x7f000001", "2130706433", "room", "a.localhost",
  ])
  func `any other name may have been pointed here by someone else`(host: String) {
    let refusal = access.refusal(host: host)
    #expect(refusal?.status == 421)
    #expect(refusal?.body.code == .host)
    #expect(refusal?.body.message.contains("--origin") == true)
    #expect(refusal?.log.contains("--origin") == true)
  }

  @Test func `what is no host is refused, and no host at all is no browser's`() {
    #expect(access.refusal(host: "a b")?.status == 400)
    #expect(access.refusal(host: nil) == nil)
  }

  @Test func `the name that is listened on is the server's`() {
    #expect(PageAccess([], listening: "Box.lan").refusal(host: "box.lan:8080") == nil)
    #expect(PageAccess([], listening: "Box.lan").refusal(host: "room.lan:8080")?.status == 421)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://127.0.0.1:8080", "127.0.0.1:8080"),
    ("https://room.lan", "room.lan"), ("https://room.lan", "room.lan:443"),
    ("http://room.lan", "room.lan:80"),
    ("http://[::1]:8080", "[::1]:8080"), ("http://LOCALHOST:8080", "localhost:8080"),
    ("https://page.example", "127.0.0.1:8080"), ("http://room.lan:8080", "10.0.0.1"),
  ])
  func `the server's own pages and those of listed origins are let in`(origin: String, host: String) {
    #expect(access.refusal(origin: origin, host: host) == nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8081", "127.0.0.1:8080"), ("http://127.0.0.1", "127.0.0.1:8080"),
    ("http://localhost:8080", "127.0.0.1:8080"), ("https://room.lan", "room.lan:80"),
    ("http://page.example", "127.0.0.1:8080"),
    ("https://page.example:8443", "127.0.0.1:8080"), ("https://evil.example", "127.0.0.1:8080"),
    ("https://page.example.evil.example", "127.0.0.1:8080"), ("null", "127.0.0.1:8080"),
  ])
  func `a page from elsewhere is not let in`(origin: String, host: String) {
    let refusal = access.refusal(origin: origin, host: host)
    #expect(refusal?.status == 403)
    #expect(refusal?.body.code == .origin)
    #expect(refusal?.body.message.contains("--origin") == true)
  }

  @Test(arguments: ["", "file://", "https://a, https://b"])
  func `what is no origin is not let in`(origin: String) {
    #expect(access.refusal(origin: origin, host: "127.0.0.1:8080")?.status == 403)
  }

  @Test func `no origin is no page, and null is let in where it is listed`() {
    #expect(access.refusal(origin: nil, host: "127.0.0.1:8080") == nil)
    let open = PageAccess([WebOrigin("null")!], listening: "127.0.0.1")
    #expect(open.refusal(origin: "null", host: "127.0.0.1:8080") == nil)
  }
}
