import Testing

@testable import RefreshSources

/// What content is taken for when nobody has said what it is.
@Suite struct ContentReaderTests {
  private func read(_ text: String, _ type: String? = nil, _ format: ContentFormat = .automatic) throws
    -> [String]
  {
    try ContentReader(format, limits: SourceLimits()).read(Array(text.utf8), contentType: type).rows.map(
      \.text)
  }

  @Test(
    arguments: [
      ("a\r\nb", nil, ["a", "b"]), ("", nil, []),
      ("[12:01] start\n[12:02] end", nil, ["[12:01] start", "[12:02] end"]),
      (#"["a","b"]"#, nil, ["a", "b"]), (#"["a","b"]"#, "text/plain", [#"["a","b"]"#]),
      (" \n[\n \"a\" ]", nil, ["a"]), ("[1,2]", "application/json; charset=utf-8", ["1", "2"]),
      ("<not html", nil, ["<not html"]), ("<table>", "text/plain", ["<table>"]),
    ] as [(String, String?, [String])])
  func `the content type tells, else the first bytes`(text: String, type: String?, rows: [String]) throws {
    #expect(try read(text, type) == rows)
  }

  @Test(
    arguments: [
      ("<!doctype html><p>x", nil), ("<!-- hello --><HTML lang=en>", nil),
      ("hello", "text/html; charset=utf-8"),
      ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", nil),
    ] as [(String, String?)])
  func `a web page is refused in words`(text: String, type: String?) {
    let error = #expect(throws: ContentError.self) { try read(text, type) }
    #expect(error?.description.hasPrefix("This is a web page, not something to make rows of.\n") == true)
  }

  @Test(
    arguments: [
      ("<?xml version='1.0'?><foo/>", nil), ("<error>bad</error>", "text/xml; charset=utf-8"),
      ("hello", "application/xml"), ("<!DOCTYPE r [<!ENTITY a 'b'>]><rss/>", nil),
    ] as [(String, String?)])
  func `XML that is no feed is refused in words, not shown as it is`(text: String, type: String?) {
    let error = #expect(throws: ContentError.self) { try read(text, type) }
    #expect(error?.description.hasPrefix("This is XML, but no feed that is known (RSS or Atom).\n") == true)
  }

  @Test(arguments: ["image/png", "video/mp4", "application/pdf"])
  func `what is not for reading is refused in words`(type: String) {
    let error = #expect(throws: ContentError.self) { try read("PNG", type) }
    #expect(error?.description.hasPrefix("This is \(type), nothing to make rows of.\n") == true)
  }

  @Test func `objects need to be told where their text is`() {
    let error = #expect(throws: ContentError.self) { try read(#"[{"title":"a"}]"#) }
    #expect(error?.description.contains("[0] is an object, where a text should be (it has title)") == true)
  }

  @Test func `asked for lines, everything is lines, in its charset`() throws {
    #expect(try read("<html>\n[1]", "text/html", .lines) == ["<html>", "[1]"])
    let reader = ContentReader(.lines, limits: SourceLimits())
    #expect(
      try reader.read([0xE9], contentType: "text/plain; Charset=\"ISO-8859-1\"").rows.map(\.text) == ["é"])
  }

  @Test func `rows that nobody wants any more are not made`() throws {
    let titles = (1...3).map { "<item><title>\($0)</title></item>" }.joined()
    let feed = try XMLFeed.read(Array(Feeds.rss(titles).utf8), maxItems: 10)
    var asked = 0
    func isStopped() -> Bool {
      asked += 1
      return asked > 1
    }
    #expect(FeedRows.read(feed, .title, SourceLimits(), isStopped: isStopped).rows.map(\.text) == ["3"])
    asked = 0
    let rows = try JSONContent.withDocument(Array("[1,2,3]".utf8)) { (document) throws(ContentError) in
      try JSONRows(places: JSONPlaces(), limits: SourceLimits(), isStopped: isStopped).read(document).rows
    }
    #expect(rows.map(\.text) == ["1"])
  }
}
