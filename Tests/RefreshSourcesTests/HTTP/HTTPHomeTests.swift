import TestOrigin
import Testing

@testable import RefreshSources

/// A source remembers over its runs that its server was out there. Here a switch says what is inside.
@Suite struct HTTPHomeTests {
  private final class Inside {
    var isSo = false
  }

  private func source(_ url: String, _ inside: Inside) -> HTTPSource {
    HTTPSource(HTTPSpec(url: url), limits: SourceLimits(), isInside: { _ in inside.isSo }) { _ in nil }
  }

  private func run(_ source: HTTPSource) throws -> SourceTrial {
    let trial = try SourceTrial()
    trial.run(source)
    return trial
  }

  @Test func `a name that leads inside in a later run is not asked, until there is another source`() throws {
    let origin = Origin(.ok("said"))
    let inside = Inside()
    defer { origin.stop() }
    let url = origin.url("/", host: "news.localhost")
    let source = source(url, inside)
    #expect(try run(source).rows == ["said"])
    inside.isSo = true
    for _ in 1...2 {
      let failure = try #require(try run(source).failure)
      #expect(failure.code == .network)
      #expect(
        failure.message
          == "news.localhost:\(origin.port), which was elsewhere before, now leads to this server's own machine or into "
          + "its network, so it was not asked.\nNothing was added; see who changed that name; if it is meant, start "
          + "refreshd anew, then refresh again.", "\(failure.message)")
    }
    #expect(origin.requests.count == 1)
    inside.isSo = false
    #expect(try run(source).rows == ["said"])
    inside.isSo = true
    #expect(try run(self.source(url, inside)).rows == ["said"])
  }

  @Test func `one that was inside and is out there stays out there`() throws {
    let origin = Origin(.ok("said"))
    let inside = Inside()
    defer { origin.stop() }
    let source = source(origin.url("/", host: "news.localhost"), inside)
    for isSo in [true, true, false] {
      inside.isSo = isSo
      #expect(try run(source).rows == ["said"])
    }
    inside.isSo = true
    #expect(try run(source).failure != nil)
  }

  @Test func `what came to no connection decides nothing`() throws {
    let origin = Origin(.ok("said"))
    let inside = Inside()
    let source = source(origin.url("/", host: "news.localhost"), inside)
    origin.stop()
    #expect(try run(source).failure?.message.contains("refused the connection") == true)
    inside.isSo = true
    // Asked again, though nobody is there.
    #expect(try run(source).failure?.message.contains("refused the connection") == true)
  }
}
