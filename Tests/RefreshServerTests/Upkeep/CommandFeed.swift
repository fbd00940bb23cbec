import Foundation
import RefreshEngine
import RefreshSources
import RefreshWire

@testable import RefreshServer

/// A feed whose command prints a file that the test writes.
struct CommandFeed {
  let folder = LiveServer.temporaryFolder()
  var settings: FeedSettings

  init(_ change: (inout FeedSettings) -> Void = { _ in }) {
    var policy = EdgePolicy(preset: .overlay)
    (policy.minimumVisible, policy.settle) = (0, 0)
    settings = FeedSettings(
      name: FeedName("main")!, title: "Main", policy: FeedPolicy(top: policy),
      source: .command("cat '\(folder)/output'"))
    change(&settings)
  }

  var database: String { folder + "/test.sqlite" }

  /// What the next run prints.
  func print(_ lines: [String]) throws {
    try lines.map { $0 + "\n" }.joined().write(toFile: folder + "/output", atomically: true, encoding: .utf8)
  }

  func server(_ change: (inout Settings) -> Void = { _ in }) throws -> LiveServer {
    try LiveServer(feeds: [settings], database: database, change)
  }
}

/// What a test looks at of an ended run.
struct EndedRun: Equatable {
  let id: Int
  let cause: String
  let outcome: String
  let rows: Int
  let started: Int
  let ended: Int

  init(_ fields: [String: Any]) {
    func number(_ name: String) -> Int { fields[name] as? Int ?? -1 }
    func text(_ name: String) -> String { fields[name] as? String ?? "" }
    (id, rows, started, ended) = (number("id"), number("rows"), number("started"), number("ended"))
    (cause, outcome) = (text("cause"), text("outcome"))
  }
}

extension LiveServer {
  /// A refresh from its begin to its end.
  @discardableResult
  func refresh(_ feed: String = "main", edge: String = "top") async throws -> EndedRun {
    let answer = try await post("/feeds/\(feed)/refresh?wait=1&edge=\(edge)")
    guard answer.status == 200, let last = answer.json["last"] as? [String: Any] else {
      throw Silence(description: "no end of a refresh: \(answer.status) \(answer.json)")
    }
    return EndedRun(last)
  }

  /// Ended runs, newest first.
  func runs(_ feed: String = "main") async throws -> [EndedRun] {
    let body = try await get("/feeds/\(feed)/runs?limit=1000").json
    return (body["runs"] as? [[String: Any]] ?? []).map { EndedRun($0) }
  }

  func texts(_ feed: String = "main") async throws -> [String] {
    try await get("/feeds/\(feed)/rows?limit=1000").texts
  }
}
