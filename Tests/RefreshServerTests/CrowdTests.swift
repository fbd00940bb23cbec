import Foundation
import RefreshClient
import RefreshEngine
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

/// Many clients on one server at once.
@Suite struct CrowdTests {
  @Test func `sixty clients that come and go while rows are appended end with equal lists`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    // As long as somebody leaves and comes back there are events to wait for.
    let atRest = (0..<60).map { _ in Flag() }
    let appending = Task {
      var total = 0
      while total < 300 || !atRest.allSatisfy(\.isSet) {
        total += 1
        _ = try await server.post("/feeds/main/rows", "row \(total)")
      }
      _ = try await server.post("/feeds/main/rows", "the end")
      return total
    }
    let lists = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<60 {
        group.addTask {
          var person = try await Person("P\(number)", on: server, tail: number % 3 == 0 ? 0 : 1_000)
          // Some leave in the middle and come back with what they had.
          for _ in 0..<(number % 4) {
            let list = try await person.listAfter(events: 3 + number % 5)
            await person.leave()
            person = try await Person("P\(number)", on: server, list: list)
          }
          atRest[number].set()
          while person.texts.last != "the end" { _ = try await person.rows() }
          let texts = person.texts
          await person.leave()
          return texts
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let total = try await appending.value
    let all = (1...5).map { "Line \($0)" } + (1...total).map { "row \($0)" } + ["the end"]
    for list in lists { #expect(list == Array(all.suffix(list.count))) }
    #expect(lists.contains { $0.count > 300 })
  }

  @Test func `fifty clients drag at once, and all see the same runs`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let ends = try await withThrowingTaskGroup(of: [RunID].self) { group in
      for number in 0..<50 {
        group.addTask {
          let person = try await Person("P\(number)", on: server, "overlay")
          var runs: [RunID] = []
          func drag() {
            person.drag(100, 300, moves: 5)
            person.point(.up, 300)
          }
          while runs.count < 2 {
            switch try await person.next("two runs") {
            case .subscribed(let message) where message.state.phase == .idle: drag()
            case .state(let message) where message.state.phase == .idle: drag()
            case .runEnded(_, let last): runs.append(last.end.run.id)
            default: break
            }
          }
          await person.leave()
          return runs
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends.count == 50)
    let runs = try await server.get("/feeds/overlay/runs").json["runs"] as? [[String: Any]] ?? []
    #expect(runs.allSatisfy { $0["outcome"] as? String == "ok" })
    // Each run brought one row, whoever joined it.
    #expect(try await server.get("/feeds/overlay").integer("head") == 5 + runs.count)
    #expect(runs.count < 50)
  }
}

extension Person {
  /// The list after some more events about rows, states or presence.
  func listAfter(events count: Int) async throws -> FeedList {
    for _ in 0..<count { _ = try await next("an event") }
    return list
  }
}
