import Testing

@testable import RefreshSources

/// Feeds of all kinds as rows.
@Suite struct FeedTests {
  @Test func `RSS brings its items oldest first, by their dates, with keys and the feed's title`() throws {
    let caught = try Feeds.read(
      Feeds.rss(
        """
        <item><title>Second</title><guid isPermaLink="false">b</guid><pubDate>Mon, 30 Nov 2026 12:00:00 GMT</pubDate></item>
        <item><title>Third</title><link>https://a.example/3</link><pubDate>Mon, 30 Nov 2026 15:00:00 +0200</pubDate></item>
        <item><title>First</title><pubDate>29 Nov 26 08:00 EST</pubDate></item>
        """))
    #expect(
      caught.rows == [
        SourceRow("First", key: "First 29 Nov 26 08:00 EST"), SourceRow("Second", key: "b"),
        SourceRow("Third", key: "https://a.example/3"),
      ])
    #expect(caught.title == "News")
    #expect(!caught.truncated)
  }

  @Test func `RSS 1.0 and 0.91 are read`() throws {
    let rdf = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>Old</title><link>https://a.example/</link><items/></channel>
      <item rdf:about="urn:2"><title>Two</title><link>https://a.example/2</link><dc:date>2026-11-30T10:00Z</dc:date></item>
      <item rdf:about="urn:1"><title>One</title><dc:date>2026-11-29</dc:date></item>
      </rdf:RDF>
      """
    let caught = try Feeds.read(rdf)
    #expect(caught.rows == [SourceRow("One", key: "urn:1"), SourceRow("Two", key: "urn:2")])
    #expect(caught.title == "Old")
    let older = """
      <?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
      <rss version="0.91"><channel><title>Caf&eacute;</title><item><title>Fran&ccedil;ais</title></item></channel></rss>
      """
    #expect(try Feeds.read(older) == SourceCatch([SourceRow("Français", key: "Français ")], title: "Café"))
  }

  @Test func `Atom is read, with its kinds of text`() throws {
    let entries = """
      <entry><id>4</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">1 &lt; <b>2</b><p>x</p></div></title><published>2026-11-30T12:00:04Z</published></entry>
      <entry><id>3</id><title type="html">&lt;i&gt;It&lt;/i&gt; &amp;lt;b&amp;gt;</title><updated>2026-11-30T12:00:03Z</updated></entry>
      <entry><id>2</id><title>&lt;i&gt; &amp;amp;</title><published>2026-11-30T12:00:02Z</published><updated>2027-01-01T00:00:00Z</updated>
        <source><title>Elsewhere</title><id>z</id></source></entry>
      <entry><id>1</id><title><![CDATA[a <b> c]]></title><published>2026-11-30T12:00:01Z</published></entry>
      """
    let caught = try Feeds.read(Feeds.atom(entries))
    #expect(caught.rows.map(\.text) == ["a <b> c", "<i> &amp;", "It <b>", "1 < 2 x"])
    #expect(caught.rows.map(\.key) == ["1", "2", "3", "4"])
    #expect(caught.title == "A & B")
  }

  @Test func `a JSON Feed is read`() throws {
    let text = #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"J","home_page_url":"https://a.example/x/","items":[
      {"id":2,"title":"a <b> c","url":"two","date_published":"2026-11-30T12:00:00-05:00"},
      {"id":"1","content_html":"<p>Hello&nbsp;&mdash; you</p>","date_published":"2026-11-30T12:00:00+01:00"}]}
      """#
    let caught = try Feeds.read(text, .titleLink)
    #expect(
      caught
        == SourceCatch(
          [SourceRow("Hello — you", key: "1"), SourceRow("a <b> c — https://a.example/x/two", key: "2")],
          title: "J"))
    #expect(
      try ContentReader(.automatic, limits: SourceLimits()).read(Array(text.utf8), contentType: nil).rows
        .count == 2)
  }

  @Test func `the text is the title, with the link or the summary if so asked`() throws {
    let items = """
      <item><title>T</title><link>/p?a=1&amp;b=2</link><description>&lt;p&gt;S one&lt;/p&gt;&lt;p&gt;two</description></item>
      <item><guid>https://a.example/g</guid><content:encoded><![CDATA[<script>x()</script>Only <em>content</em>]]></content:encoded></item>
      """
    let feed = Feeds.rss(items)
    #expect(try Feeds.texts(feed) == ["Only content", "T"])
    #expect(
      try Feeds.texts(feed, .titleLink) == [
        "Only content — https://a.example/g", "T — https://a.example/p?a=1&b=2",
      ])
    #expect(try Feeds.texts(feed, .titleSummary) == ["Only content", "T — S one two"])
  }

  @Test func `relative links start from what the feed says, else stay as they are`() throws {
    let based = """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/deep/feed"><title>x</title>
      <entry xml:base="er/"><id>1</id><title>T</title><link rel="enclosure" href="no"/><link href="page"/></entry></feed>
      """
    #expect(try Feeds.texts(based, .titleLink) == ["T — https://b.example/deep/er/page"])
    let free = Feeds.rss("<item><title>T</title><link>page</link></item>", link: "")
    #expect(try Feeds.texts(free, .titleLink) == ["T — page"])
  }

  @Test func `HTML in titles becomes the text that people would read`() throws {
    let titles = [
      "AT&amp;amp;T &amp;#8217;s &amp;#x1F600; &amp;#150; &amp;eacute;&amp;unknown; &amp;":
        "AT&T ’s 😀 – é&unknown; &",
      "Vec&lt;T&gt; &lt;b class=\"a>b\"&gt;bold&lt;/b&gt; 1 &lt; 2 &lt;": "Vec<T> bold 1 < 2 <",
      "<![CDATA[ a\n\t<br/>b&nbsp;c <!-- no --> ]]>": "a b c",
      "&amp;lt;script&amp;gt;": "<script>",
      "&lt;scr&lt;script&gt;ipt&gt;x": "<scr",
      "bell &#x7f;": "bell \u{FFFD}",
    ]
    for (title, text) in titles {
      #expect(try Feeds.texts(Feeds.rss("<item><title>\(title)</title></item>")) == [text])
    }
  }

  @Test func `elements of other vocabularies are not taken for the feed's own`() throws {
    let items = """
      <item><media:title>No</media:title><itunes:title>No</itunes:title><media:group><title>No</title></media:group><title>Yes</title></item>
      <item><dc:title>Also</dc:title><enclosure url="x"/></item><title>Late</title><item/>
      """
    #expect(try Feeds.texts(Feeds.rss(items)) == ["Also", "Yes"])
  }

  @Test func `an item whose date cannot be read stays beside its neighbour`() throws {
    func item(_ title: String, _ date: String) -> String {
      "<item><title>\(title)</title><pubDate>\(date)</pubDate></item>"
    }
    let items =
      item("5", "Mon, 30 Nov 2026 12:00:05 GMT") + item("4", "yesterday")
      + item("3", "Mon, 30 Nov 2026 12:00:03 GMT")
      + item("1", "Mon, 30 Nov 2026 12:00:01 GMT") + item("2", "Mon, 30 Nov 2026 12:00:02 GMT")
      + item("0", "")
    #expect(try Feeds.texts(Feeds.rss(items)) == ["1", "0", "2", "3", "4", "5"])
    let undated = item("c", "") + item("b", "31 Feb 2026 10:00 GMT") + item("a", "")
    #expect(try Feeds.texts(Feeds.rss(undated)) == ["a", "b", "c"])
    let same = item("b", "2026-11-30") + item("a", "2026-11-30")
    #expect(try Feeds.texts(Feeds.rss(same)) == ["a", "b"])
  }

  @Test func `of more items than a run may bring the newest are kept`() throws {
    var limits = SourceLimits()
    limits.rows = 2
    let caught = try Feeds.read(
      Feeds.rss("<item><title>3</title></item><item><title>2</title></item><item><title>1</title></item>"),
      limits: limits)
    #expect(caught.rows.map(\.text) == ["2", "3"])
    #expect(caught.truncated)
  }

  @Test func `a feed is read in its charset`() throws {
    let text = Feeds.rss("<item><title>caf\u{E9}</title></item>").replacing("UTF-8", with: "ISO-8859-1")
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let reader = ContentReader(.automatic, limits: SourceLimits())
    #expect(try reader.read(bytes, contentType: "application/rss+xml").rows.map(\.text) == ["café"])
    // What the declaration says counts less than what the server says.
    let utf8 = Array(text.utf8)
    #expect(try reader.read(utf8, contentType: "text/html; charset=utf-8").rows.map(\.text) == ["café"])
  }
}
