import RefreshEngine
import Testing

@Suite struct KeyTests {
  @Test func `for ten minutes the same key gets the answer its begin had`() {
    var feed = FeedEngine(.plain())
    #expect(feed.begin(key: "one", at: 0).0 == .started(1))
    #expect(feed.begin(key: "two", at: 10).0 == .joined(1))
    _ = feed.cancel(run: 1, at: 20)
    #expect(feed.begin(key: "three", at: 30).0 == .queued(2))
    #expect(feed.cancel(run: 2, at: 40).0 == .cancelled)
    _ = feed.wake(at: 400)
    #expect(feed.begin(key: "one", at: 599_999) == (.started(1), []))
    #expect(feed.begin(key: "two", at: 599_999) == (.joined(1), []))
    #expect(feed.begin(key: "three", at: 599_999) == (.queued(2), []))
    #expect(feed.phase == .idle)
    #expect(feed.begin(key: "one", at: 600_000).0 == .started(3))
  }

  @Test func `a refusal is not remembered`() {
    var feed = FeedEngine(.plain { $0.cooldown = 1_000 })
    _ = feed.begin(at: 0)
    _ = feed.cancel(run: 1, at: 100)
    _ = feed.wake(at: 400)
    #expect(feed.begin(key: "k", at: 500).0 == .refused(why: .cooldown, retryAfter: 600))
    #expect(feed.begin(key: "k", at: 1_100).0 == .started(2))
  }

  @Test func `beyond the limit the oldest keys are forgotten`() {
    var feed = FeedEngine(.plain(), settings: EngineSettings(keyLimit: 3))
    for key in ["a", "b", "c", "d"] { _ = feed.begin(key: key, at: 0) }
    _ = feed.cancel(run: 1, at: 10)
    _ = feed.wake(at: 310)
    #expect(feed.begin(key: "b", at: 320).0 == .joined(1))
    #expect(feed.begin(key: "d", at: 320).0 == .joined(1))
    #expect(feed.begin(key: "a", at: 320).0 == .started(2))
  }

  @Test func `ten thousand keys are remembered, whatever came before them`() {
    var feed = FeedEngine(.plain())
    for number in 0..<25_000 { _ = feed.begin(key: "key \(number)", at: number) }
    _ = feed.cancel(run: 1, at: 25_000)
    _ = feed.wake(at: 25_300)
    #expect(feed.begin(key: "key 15000", at: 25_400).0 == .joined(1))
    #expect(feed.begin(key: "key 14999", at: 25_400).0 == .started(2))
  }

  @Test func `a key is 1 to 64 bytes; another is no key`() {
    var feed = FeedEngine(.plain())
    let longest = String(repeating: "é", count: 32)
    #expect(feed.begin(key: longest, at: 0).0 == .started(1))
    #expect(feed.begin(key: longest + "x", at: 0).0 == .joined(1))
    #expect(feed.begin(key: "", at: 0).0 == .joined(1))
    _ = feed.cancel(run: 1, at: 10)
    _ = feed.wake(at: 310)
    #expect(feed.begin(key: longest, at: 320).0 == .started(1))
    #expect(feed.begin(key: longest + "x", at: 320).0 == .started(2))
  }
}
