import Glibc
import Testing

@testable import RefreshSources

/// Feeds that would keep a thread for minutes, and those that only are long.
@Suite struct XMLBoundTests {
  private static let size = 8_000_000

  /// A feed of about that size.
  private func feed(_ open: String = "", close: String = "", _ part: (Int) -> String) -> [UInt8] {
    var text = Array("<rss><channel>\n\(open)".utf8)
    var number = 0
    while text.count < Self.size {
      text += Array(part(number).utf8)
      number += 1
    }
    return text + Array("\(close)</channel></rss>".utf8)
  }

  /// How much of a processor this thread has used, in seconds.
  private var worked: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func fault(_ text: [UInt8]) -> String {
    let began = worked
    let error = #expect(throws: ContentError.self) { try XMLFeed.read(text, maxItems: 100) }
    // Also under a sanitizer; without bounds it takes minutes.
    #expect(worked - began < 5)
    return error.map { "\($0)" } ?? ""
  }

  @Test func `attributes without number are refused in the middle of their tag`() {
    let words = "line 2: an element has more than 500 attributes"
    #expect(fault(feed("<item", close: "/>") { " a\($0)=''" }).contains(words))
    let prefixes = (0..<100).map { " xmlns:p\($0)='u\($0)'" }.joined()
    let pairs = feed("<item\(prefixes)", close: "/>") { " p\($0 % 100):a\($0 / 100)=''" }
    #expect(fault(pairs).contains(words))
    let some = feed { _ in "<item" + (0...500).map { " a\($0)=''" }.joined() + "/>" }
    #expect(fault(some).contains(words))
  }

  @Test func `names and namespaces without number are refused`() {
    #expect(fault(feed { "<n\($0)/>" }).contains("it uses more than 10000 different names"))
    let spaces = feed("<item", close: "/>") { " xmlns:a\($0)='b'" }
    #expect(fault(spaces).contains("line 2: more than 250 namespaces are declared"))
  }

  @Test func `what is only long or rich is read`() throws {
    let attributes = (0..<450).map { " a\($0)='\($0)'" }.joined()
    let spaces = (0..<200).map { " xmlns:p\($0)='u\($0)'" }.joined()
    let long = String(repeating: "&lt;p&gt;wörter ", count: 300_000)
    let text = """
      <rss xmlns:c="http://purl.org/rss/1.0/modules/content/"\(spaces)><channel><title>T</title>
      <item\(attributes)><title>one</title><c:encoded><![CDATA[\(long)]]></c:encoded></item>
      <item><enclosure url="data:\(String(repeating: "A", count: 6_000_000))"/><title>two</title></item>
      <!-- \(String(repeating: "- ", count: 1_000_000)) -->
      <item><title>\(long)</title></item></channel></rss>
      """
    let feed = try XMLFeed.read(Array(text.utf8), maxItems: 100)
    #expect(feed.items.count == 3)
    #expect(feed.items.prefix(2).map { $0.title?.line } == ["one", "two"])
    #expect(feed.items[0].content?.line.contains("wörter") == true)
  }

  @Test func `a stop ends the reading within a few kilobytes`() {
    let text = feed { "<item><title>\($0)</title></item>\n" }
    var asked = 0
    let error = #expect(throws: ContentError.self) {
      try XMLFeed.read(text, maxItems: 1_000_000) {
        asked += 1
        return asked > 20
      }
    }
    #expect(asked < 30)
    #expect(error?.description.contains("it was not read to its end") == true)
  }
}
