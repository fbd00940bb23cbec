import Foundation
import Glibc
import RefreshClient
import RefreshWire
import Testing

@testable import RefreshServer

/// A database that is not the one clients knew: each of them begins anew once, if it has to, and never again.
@Suite struct RollbackTests {
  /// What stands in the database's place when the server comes back.
  enum Return: String, CaseIterable {
    /// The file as it was at row 10.
    case copy
    /// That file, with other rows after it before any client comes: beyond where all of them were.
    case copyWithOtherRows
    /// A backup made at row 10, put back with `refreshd restore`.
    case backup
  }

  private struct Place {
    let folder = LiveServer.temporaryFolder()
    var database: String { folder + "/live.sqlite" }
    var copy: String { folder + "/copy.sqlite" }
    let port: Int

    func start() throws -> Program {
      let program = try Program([
        "--listen", "127.0.0.1:\(port)", "--db", database, "--source", "command:true", "--log", "error",
      ])
      _ = try program.ready()
      return program
    }

    func append(_ count: Int, _ name: String) async throws {
      let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!
      let body = (1...count).map { "\(name) \($0)" }.joined(separator: "\n")
      let answer = try await HTTP.ask("POST", url, ["Content-Type": "text/plain"], Data(body.utf8))
      #expect(answer.status == 201)
    }
  }

  private func stop(_ program: Program) {
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  /// The list of a client that was there at this moment and left.
  private func list(_ place: Place, upTo last: Int) async throws -> FeedList {
    let follower = Follower(port: place.port)
    try await eventually("a client has \(last) rows") { follower.list.last == last }
    await follower.leave()
    return follower.list
  }

  @Test(arguments: Return.allCases)
  func `a database that went back gives each client at most one reset, whether it is ahead, level or behind`(
    _ way: Return
  ) async throws {
    let place = Place(port: try Program.freePort())
    var program = try place.start()
    try await place.append(5, "first")
    let behind = try await list(place, upTo: 5)
    try await place.append(5, "second")
    let level = try await list(place, upTo: 10)
    stop(program)
    try FileManager.default.copyItem(atPath: place.database, toPath: place.copy)
    program = try place.start()
    try await place.append(5, "lost")
    let ahead = try await list(place, upTo: 15)
    // A client that stays through all of it, and comes back by itself.
    let staying = Follower(port: place.port, settings: Follower.quick, list: ahead)
    try await eventually("the client is back") { staying.notes.answers == 1 }
    program.send(SIGKILL)
    program.wait()
    try putBack(place, way)
    program = try place.start()
    if way == .copyWithOtherRows {
      // Beside the clients, which must find them there: the one that stays is slower than this.
      try await place.append(20, "other")
    }

    let expected: [ResetReason?] =
      switch way {
      case .copy: [nil, nil, .ahead]
      case .copyWithOtherRows: [nil, nil, .chain]
      case .backup: [.epoch, .epoch, .epoch]
      }
    let followers = [behind, level, ahead].map {
      Follower(port: place.port, settings: Follower.quick, list: $0)
    }
    let texts = try await Program.rows(port: place.port)
    try await eventually("all are level") {
      (followers + [staying]).allSatisfy { $0.texts == texts }
    }
    // What comes later reaches them without another reset, over new connections too.
    for round in 1...3 {
      program.send(SIGKILL)
      program.wait()
      program = try place.start()
      try await place.append(1, "round \(round)")
      let texts = try await Program.rows(port: place.port)
      try await eventually("all are level again") {
        (followers + [staying]).allSatisfy { $0.texts == texts }
      }
    }
    for (follower, reason) in zip(followers, expected) {
      await follower.leave()
      #expect(follower.notes.resets == [reason].compactMap { $0 })
      #expect(follower.notes.answers >= 4)
    }
    await staying.leave()
    #expect(staying.notes.resets.count == 1)
    stop(program)
  }

  private func putBack(_ place: Place, _ way: Return) throws {
    if way == .backup {
      let restore = try Program(["restore", place.copy, "--db", place.database])
      #expect(restore.wait() == 0, "\(restore.complaints)")
      return
    }
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.database + end) }
    try FileManager.default.copyItem(atPath: place.copy, toPath: place.database)
  }
}
