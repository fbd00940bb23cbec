import RefreshEngine
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

/// What a source remembers lasts from run to run, and no longer than its settings.
@Suite struct FeedSourcesTests {
  @Test func `a source is kept until the settings or the limits are others`() throws {
    var limits = SourceLimits()
    let sources = FeedSources { limits }
    let news = SourceSpec.http(HTTPSpec(url: "http://news.example/"))
    let other = SourceSpec.http(HTTPSpec(url: "http://other.example/"))
    func source(_ spec: SourceSpec, _ settings: FeedSettings) throws -> HTTPSource {
      try #require(sources.source(spec, in: settings) as? HTTPSource)
    }
    var settings = FeedSettings(
      name: try #require(FeedName("news")), title: "News", policy: .main, source: news)
    let first = try source(news, settings)
    #expect(try source(news, settings) === first)
    settings.edgeSources = [.bottom: other]
    let second = try source(other, settings)
    #expect(second !== first)
    #expect(try source(news, settings) === first)
    #expect(try source(other, settings) === second)
    settings.source = .lines
    settings.edgeSources = [.top: other]
    #expect(try source(other, settings) === second)
    settings.source = news
    #expect(try source(news, settings) !== first)
    limits.rows = 5
    #expect(try source(other, settings) !== second)
  }
}
