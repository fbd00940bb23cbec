import Glibc
import TestSupport
import Testing

@testable import RefreshSources

/// Feeds that mean harm, or came broken.
@Suite struct FeedHazardTests {
  private func fault(_ text: String) -> String {
    do {
      _ = try Feeds.read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `entities of the document's own are refused before anything grows`() throws {
    var laughs = "<!DOCTYPE rss [<!ENTITY l0 \"lol\">"
    for level in 1...9 {
      laughs += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
    }
    laughs += "]><rss><channel><title>&l9;</title></channel></rss>"
    #expect(
      fault(laughs).contains(
        "line 1: it declares entities, elements or attributes of its own (<!DOCTYPE … [ … ]>)"))
    let parameter = "<!DOCTYPE rss [<!ENTITY % p \"<!ENTITY q 'x'>\"> %p;]><rss><channel/></rss>"
    #expect(fault(parameter).contains("it declares entities, elements or attributes of its own"))
    let preset = "<!DOCTYPE rss [<!ATTLIST item a CDATA \"x\">]><rss><channel/></rss>"
    #expect(fault(preset).contains("it declares entities, elements or attributes of its own"))
    #expect(
      try Feeds.texts("<!DOCTYPE rss ><rss><channel><item><title>x</title></item></channel></rss>") == ["x"])
  }

  @Test
  func `declarations of elements and of values are not read at all, as they would take memory without end`() {
    let content = "<!DOCTYPE rss [<!ELEMENT a (b" + String(repeating: "|b", count: 100_000) + ")>]><rss/>"
    let values =
      "<!DOCTYPE rss [<!ATTLIST a b (c" + (0..<20_000).map { "|c\($0)" }.joined() + ") \"c\">]><rss/>"
    for text in [content, values] {
      #expect(fault(text).contains("line 1: it declares entities, elements or attributes of its own"))
    }
  }

  @Test func `nothing from elsewhere is read`() throws {
    let folder = TemporaryFolder.untilTheEnd()
    make(folder + "/secret", "SECRET")
    make(folder + "/feed.dtd", "<!ENTITY inside \"SECRET\">")
    let external =
      "<!DOCTYPE rss [<!ENTITY e SYSTEM \"file://\(folder)/secret\">]><rss><channel><item><title>&e;</title></item></channel></rss>"
    #expect(fault(external).contains("it declares entities, elements or attributes of its own"))
    let subset =
      "<!DOCTYPE rss SYSTEM \"file://\(folder)/feed.dtd\"><rss><channel><item><title>&inside;</title></item></channel></rss>"
    #expect(try Feeds.texts(subset) == ["&inside;"])
    let include =
      "<rss xmlns:xi=\"http://www.w3.org/2001/XInclude\"><channel><item><title><xi:include href=\"file://\(folder)/secret\" parse=\"text\"/>x</title></item></channel></rss>"
    #expect(try Feeds.texts(include) == ["x"])
  }

  @Test(arguments: [
    ("", "There is nothing there"), ("<rss><channel><title>x</title>\n</rss>", "line 2: "),
    ("<rss><channel><item><title>x", "line 1: "), ("<rss><channel>&nbsp;</channel></rss>", "nbsp"),
    ("<rss><channel><title>a\u{1}</title></channel></rss>", "line 1: "),
    ("\n\n<rss>\n<channel>\0</channel></rss>", "line 4: there is a NUL byte"),
    ("\n\n<?xml version='1.0'?><rss>\n<channel></rss>", "line 4: "),
    ("<opml version=\"2.0\"/>", "the outermost element is <opml>, so it is no RSS or Atom feed"),
    ("<feed xmlns='urn:x'/>", "the outermost element is <feed>"), ("plain words", "line 1: "),
    ("<html><body/></html>", "This is a web page, not a feed"), ("{\"items\":[]", "at byte 11"),
    ("{\"version\":\"https://jsonfeed.org/version/1\"}", "it has no array \"items\" (it has version)"),
    ("{\"items\":[1]}", "items[0] is a number, where an item should be"),
  ])
  func `what cannot be read says what is wrong, and where`(text: String, words: String) {
    #expect(fault(text).contains(words), "\(fault(text))")
    #expect(fault(text).contains("Nothing was added; "))
  }

  @Test func `depth is bounded`() {
    let deep = "<rss><channel>" + String(repeating: "<a>", count: 100_000)
    #expect(fault(deep).contains("line 1: more than \(XMLEvents.maxDepth) elements are open"))
    let objects = "{\"items\":" + String(repeating: "[", count: 100_000)
    #expect(fault(objects).contains("nested deeper than 64"))
  }

  @Test func `a title of ten megabytes is a row like any long one, or a failure`() throws {
    let rows = try Feeds.read(
      Feeds.rss("<item><title>\(String(repeating: "wörter ", count: 1_250_000))</title></item>")
    ).rows
    #expect(rows.count == 1)
    #expect(rows[0].text.utf8.count <= SourceLimits().rowBytes)
    #expect(rows[0].text.hasSuffix("… [cut]"))
    #expect(rows[0].key!.utf8.count <= SourceLimits().rowBytes)
    let attribute = "<rss><channel><item a=\"\(String(repeating: "x", count: 11_000_000))\"/></channel></rss>"
    #expect(fault(attribute).contains("line 1: "))
  }

  @Test func `a text that is cut short says so`() throws {
    let long = String(repeating: String(repeating: "&lt;b&gt;", count: 30) + "é", count: 2_000)
    let text = try #require(try Feeds.texts(Feeds.rss("<item><title>\(long)</title></item>")).first)
    #expect(text.hasSuffix("…") && text.hasPrefix("éé"))
  }

  @Test func `much that begins like a tag costs little`() {
    for begin in ["<a ", "<a x=\"", "<!--", "&", "<script>", "</b", "<a x='<b y=\""] {
      let html = Array(String(repeating: begin, count: 65_536 / begin.utf8.count).utf8)
      let began = clock()
      for tags in [HTMLText.Tags.known, .all] { _ = HTMLText.text(of: html, tags: tags) }
      #expect(Double(clock() - began) / Double(CLOCKS_PER_SEC) < 5, "\(begin)")
    }
  }

  @Test func `nothing is written to standard error`() throws {
    let folder = TemporaryFolder.untilTheEnd()
    let saved = dup(2)
    let log = open(folder + "/log", O_WRONLY | O_CREAT, 0o600)
    dup2(log, 2)
    defer {
      dup2(saved, 2)
      close(saved)
      close(log)
    }
    let long = String(repeating: "x", count: 5_000)
    for text in [
      "<a><b></a>", "<?xml version='9' encoding='nothing'?><rss/>",
      "<!DOCTYPE rss SYSTEM 'http://127.0.0.1:1/x'><rss>&x;</rss>",
      "<rss xmlns:a=''><a:b/></rss>",
      "<rss><channel><item><link>ht!tp://[::\(long)</link></item></channel></rss>",
      "<?xml version='1.0' encoding='EBCDIC-CP-US'?><rss>\u{FFFF}</rss>", "Lo§”",
    ] {
      _ = fault(text)
    }
    var status = stat()
    fstat(log, &status)
    #expect(status.st_size == 0)
  }
}
