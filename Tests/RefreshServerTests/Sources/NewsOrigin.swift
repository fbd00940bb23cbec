import Foundation
import RefreshEngine
import RefreshSources
import RefreshWire
import Synchronization
import TestOrigin

@testable import RefreshServer

/// A server of a news feed, which a test changes while others ask it.
final class NewsOrigin: Sendable {
  /// One item of it.
  struct Item {
    var id: Int
    var title: String
    /// As it stands there; absent: a good one that follows from the id.
    var date: String?
  }

  private let news: News
  let origin: Origin

  /// - Parameter gate: what each request waits for before it is answered.
  init(_ count: Int, gate: DispatchSemaphore? = nil) {
    let news = News(count)
    self.news = news
    origin = Origin { request, _ in
      gate?.wait()
      return news.answer(request)
    }
  }

  func change(_ change: (inout [Item]) -> Void) { news.state.withLock { change(&$0.items) } }

  /// Answers something else from now on; with `nil` the feed again.
  func answer(_ other: OriginAnswer?) { news.state.withLock { $0.other = other } }

  /// The settings of a feed with this source.
  func feeds(deadline: Int = 10_000, _ change: (inout HTTPSpec) -> Void = { _ in }) -> [FeedSettings] {
    var policy = EdgePolicy(preset: .overlay)
    policy.settle = 0
    policy.minimumVisible = 0
    policy.deadline = deadline
    var spec = HTTPSpec(url: origin.url("/news.xml"))
    change(&spec)
    return [
      FeedSettings(
        name: FeedName("main")!, title: "Main", policy: FeedPolicy(top: policy), source: .http(spec))
    ]
  }
}

/// What such a server answers.
private final class News: Sendable {
  struct State {
    var items: [NewsOrigin.Item]
    /// What is answered instead of the feed.
    var other: OriginAnswer?
  }

  let state: Mutex<State>

  init(_ count: Int) {
    state = Mutex(State(items: (1...count).map { NewsOrigin.Item(id: $0, title: "Item \($0)") }))
  }

  func answer(_ request: Origin.Request) -> OriginAnswer {
    let (items, other) = state.withLock { ($0.items, $0.other) }
    if let other { return other }
    let body = Self.feed(items)
    let tag = "\"\(body.utf8.count)-\(items.count)\""
    return request["if-none-match"] == tag
      ? .begin(304, ["ETag: \(tag)"]) : .ok(body, type: "application/rss+xml", ["ETag: \(tag)"])
  }

  /// Items, newest first.
  private static func feed(_ items: [NewsOrigin.Item]) -> String {
    let elements = items.reversed().map { item in
      let date = item.date ?? "Mon, 30 Nov 2026 10:\(String(format: "%02d", item.id)):00 GMT"
      return "<item><title>\(item.title)</title><guid>n\(item.id)</guid><pubDate>\(date)</pubDate></item>"
    }
    return "<rss version=\"2.0\"><channel><title>News</title>\(elements.joined())</channel></rss>"
  }
}

extension LiveServer {
  /// Pulls, and waits for the run's end.
  func pull() async throws -> (outcome: String, rows: Int, code: String, message: String) {
    let last = try await post("/feeds/main/refresh?wait=1").json["last"] as? [String: Any] ?? [:]
    let error = last["error"] as? [String: Any] ?? [:]
    return (
      last["outcome"] as? String ?? "", last["rows"] as? Int ?? -1, error["code"] as? String ?? "",
      error["message"] as? String ?? ""
    )
  }
}
