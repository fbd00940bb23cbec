import Foundation
import Glibc
import RefreshWire
import TestSupport
import Testing

@testable import RefreshServer

/// The end of a server that has much to do.
@Suite struct DrainTests {
  /// Starts a server whose command ignores the request to end.
  private func start(_ database: String, port: Int, marker: String, _ more: [String] = []) throws -> Program {
    let program = try Program(
      [
        "--listen", "127.0.0.1:\(port)", "--db", database, "--log", "warning", "--source",
        "command:trap '' TERM; sleep \(marker); echo late",
      ] + more)
    _ = try program.ready()
    return program
  }

  private func refresh(_ port: Int, _ marker: String) async throws {
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/refresh")!
    #expect(try await HTTP.ask("POST", url).status == 202)
    try await eventually("the command runs") { Processes.exist(with: "sleep\0\(marker)") }
  }

  private func marker() -> String { "38\(Int.random(in: 100_000...999_999))" }

  /// Asks over a connection that is there already.
  private func readiness(_ socket: BareSocket) -> String {
    socket.send("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let head = socket.receive(through: "\r\n\r\n")
    let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
    if length > 0 { _ = socket.receive(length) }
    return String(head.prefix { $0 != "\r" })
  }

  @Test
  func
    `a stop under load drains: not ready, nobody new, all told to come back at their own time, nothing lost`()
    async throws
  {
    let database = LiveServer.temporaryFolder() + "/drain.sqlite"
    let (port, marker) = (try Program.freePort(), marker())
    let program = try start(database, port: port, marker: marker, ["--drain", "30000"])
    let clients = try await withThrowingTaskGroup(of: RawClient.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let client = try await RawClient("ws://127.0.0.1:\(port)/live")
          client.send(#"{"type":"subscribe","feed":"main"}"#)
          _ = try await client.until { if case .subscribed = $0 { true } else { nil } }
          return client
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let writers = (0..<3).map { KeyedWriter(port: port, name: "w\($0)") }
    let writing = writers.map { writer in Task { try await writer.write(every: .zero) } }
    try await eventually("rows are written") { writers.allSatisfy { $0.acknowledged.count > 20 } }
    try await refresh(port, marker)
    let asking = try BareSocket(port: port)
    #expect(readiness(asking).contains("200"))

    program.send(SIGTERM)
    let took = try await milliseconds {
      try await eventually("the server is not ready") { readiness(asking).contains("503") }
      #expect(throws: BareSocket.Refused.self) { try BareSocket(port: port) }
      try await checkFarewells(clients)
      let status = try await onThread { program.wait() }
      #expect(status == 0)
    }
    // The command would take days.
    #expect(took < 40_000)
    #expect(!Processes.exist(with: "sleep\0\(marker)"))
    let log = try? FileManager.default.attributesOfItem(atPath: database + "-wal")[.size] as? Int
    #expect((log ?? 0) == 0, "the write-ahead log is in the file")
    #expect(!program.complaints.contains("have not ended in time"), "\(program.complaints)")

    let again = try start(database, port: port, marker: marker)
    for writer in writers { writer.stop() }
    for task in writing { try await task.value }
    let texts = try await Program.rows(port: port)
    for (number, writer) in writers.enumerated() {
      #expect(texts.filter { $0.hasPrefix("w\(number)-") } == writer.acknowledged)
    }
    #expect(!texts.contains("late"))
    again.send(SIGTERM)
    #expect(again.wait() == 0)
  }

  private func checkFarewells(_ clients: [RawClient]) async throws {
    var times: [Int] = []
    for client in clients {
      let bye = try await client.until { if case .bye(let bye) = $0 { bye } else { nil } }
      #expect(bye.why == "draining")
      times.append(bye.after)
      #expect(try await client.close().code == 4200)
    }
    #expect(times.allSatisfy { (500...2_000).contains($0) })
    // Spread evenly, each quarter of a second of the six has 33 of 200.
    for quarter in 0..<6 {
      let from = 500 + quarter * 250
      #expect((10...70).contains(times.count { (from..<(from + 250)).contains($0) }))
    }
  }

  @Test func `a server that is killed takes its command with it`() async throws {
    let (port, marker) = (try Program.freePort(), marker())
    let program = try start(LiveServer.temporaryFolder() + "/k.sqlite", port: port, marker: marker)
    try await refresh(port, marker)
    program.send(SIGKILL)
    #expect(program.wait() == -SIGKILL)
    try await eventually("the command is gone") { !Processes.exist(with: "sleep\0\(marker)") }
  }

  @Test func `a second signal ends the server at once, and its command too`() async throws {
    let database = LiveServer.temporaryFolder() + "/drain.sqlite"
    let (port, marker) = (try Program.freePort(), marker())
    let program = try start(database, port: port, marker: marker, ["--drain", "60000", "--grace", "60000"])
    try await refresh(port, marker)
    let asking = try BareSocket(port: port)
    program.send(SIGTERM)
    try await eventually("the server drains") { readiness(asking).contains("503") }
    let took = try await milliseconds {
      program.send(SIGTERM)
      let status = try await onThread { program.wait() }
      #expect(status == 0)
    }
    #expect(took < 40_000, "neither the time to drain nor the grace is waited for")
    try await eventually("the command is gone", within: 15) { !Processes.exist(with: "sleep\0\(marker)") }
  }
}
