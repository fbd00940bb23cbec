import RefreshWire
import Testing

@testable import RefreshServer

/// How the rows of one refresh stand in a list that shows the newest first.
@Suite struct RunOrderTests {
  private func runOrder(_ fields: String) throws -> RowOrder {
    let feeds = try ConfigurationFile("{ feeds: { a: { \(fields) } } }").settings().feeds
    return try #require(feeds.first).runOrder
  }

  @Test(arguments: [
    ("'command:date'", RowOrder.append), ("{ command: ['date'] }", .append),
    ("'https://example.org/x'", .newestFirst), ("{ http: 'http://x/', content: 'feed' }", .newestFirst),
    ("{ http: 'http://x/', item: 'title-link' }", .newestFirst),
    ("{ http: 'http://x/', content: { rows: 'a', text: 'b' } }", .newestFirst),
    ("{ http: 'http://x/', content: 'lines' }", .append), ("'file:/x'", .newestFirst),
    ("'directory:/x'", .newestFirst), ("{ directory: '/x', rows: 'line' }", .newestFirst),
    ("{ sqlite: '/x.db', query: 'SELECT 1, 2' }", .newestFirst), ("'lines'", .newestFirst),
  ])
  func `it suits the source, unless it is given`(source: String, order: RowOrder) throws {
    let feed = "source: \(source), top: 'header', order: 'newest-first'"
    #expect(try runOrder(feed) == order)
    #expect(try runOrder("\(feed), runOrder: 'append'") == .append)
    #expect(try runOrder("\(feed), runOrder: 'newest-first'") == .newestFirst)
    #expect(try runOrder("source: \(source), top: 'header'") == .append, "another order has none")
  }

  @Test func `the top edge's own source decides, and without a source nothing has a run`() throws {
    let news = "order: 'newest-first', source: 'https://example.org/x'"
    #expect(try runOrder("\(news), top: { preset: 'header', source: 'command:date' }") == .append)
    #expect(
      try runOrder("order: 'newest-first', top: { preset: 'header', source: 'file:/x' }") == .newestFirst)
    #expect(try runOrder("order: 'newest-first'") == .newestFirst)
  }

  @Test(arguments: [
    ("order: 'newest-first', runOrder: 'up'", "runOrder: must be \"append\" or \"newest-first\", not \"up\""),
    ("runOrder: 'append'", "runOrder: only a list that shows the newest first"),
    ("order: 'append', runOrder: 'newest-first'", "runOrder: only a list that shows the newest first"),
    ("order: 'up', runOrder: 'append'", "order: must be \"append\" or \"newest-first\", not \"up\""),
  ])
  func `what it cannot be, or be for, is told`(fields: String, words: String) throws {
    let file = try ConfigurationFile("{ feeds: { a: { source: 'lines', top: 'header', \(fields) } } }")
    let mistakes = file.mistakes()
    #expect(mistakes.count == 1 && mistakes[0].contains("1: feeds.a.\(words)"), "\(mistakes)")
  }
}
