import Foundation
import Glibc
import RefreshClientSockets
import Testing

@testable import RefreshServer

/// Many clients lose their server and come back.
@Suite struct ReturnTests {
  private static let count = 1_000

  private func start(_ database: String, port: Int) throws -> Program {
    let program = try Program([
      "--listen", "127.0.0.1:\(port)", "--db", database, "--source", "command:true", "--log", "debug",
    ])
    _ = try program.ready()
    return program
  }

  private func append(_ port: Int, _ text: String) async throws {
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!
    #expect(try await HTTP.ask("POST", url, ["Content-Type": "text/plain"], Data(text.utf8)).status == 201)
  }

  /// When clients came, by the server's log, in milliseconds since 1970.
  private func arrivals(_ program: Program) throws -> [Double] {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return try program.complaints.split(separator: "\n").filter { $0.contains(" connected from ") }.map {
      try format.parse(String($0.prefix { $0 != " " })).timeIntervalSince1970 * 1_000
    }
  }

  @Test
  func `a thousand clients whose server stops, or is killed, come back spread over time, and all are level`()
    async throws
  {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let database = LiveServer.temporaryFolder() + "/return.sqlite"
    let port = try Program.freePort()
    var program = try start(database, port: port)
    // It takes as many as this process may have open at the moment.
    let transport = try SocketTransport()
    let followers = (0..<Self.count).map { _ in Follower(port: port, transport: transport) }
    func level(_ texts: [String]) async throws {
      try await append(port, texts.last!)
      try await eventually("all have \(texts)", within: 120) { followers.allSatisfy { $0.texts == texts } }
    }
    try await level(["before"])

    let told = Date().timeIntervalSince1970 * 1_000
    program.send(SIGTERM)
    let stopping = program
    let status = try await onThread { stopping.wait() }
    #expect(status == 0)
    program = try start(database, port: port)
    try await level(["before", "stopped"])
    let came = try arrivals(program)
    #expect(came.count >= Self.count)
    for follower in followers {
      let end = follower.notes.disconnections.first
      #expect(end?.code == 4200)
      #expect(end?.comesBackAfter == follower.notes.byes.first.map { .milliseconds($0) })
    }
    let byes = followers.compactMap(\.notes.byes.first)
    expectEven(byes, from: 500, to: 2_000)
    // Nobody comes before its time, so they are spread as they were told to; late is who finds the machine busy.
    for (came, bye) in zip(came, byes.sorted()) {
      #expect(came >= told + Double(bye) - 1, "told to come \(bye) ms later, came after \(came - told)")
    }

    program.send(SIGKILL)
    #expect(program.wait() == -SIGKILL)
    program = try start(database, port: port)
    try await level(["before", "stopped", "killed"])
    let waits = followers.compactMap { follower -> Int? in
      guard let end = follower.notes.disconnections.first(where: { $0.code == 1006 }) else { return nil }
      return end.comesBackAfter.map { Int($0 / .milliseconds(1)) }
    }
    #expect(waits.count == Self.count)
    expectEven(waits, from: 0, to: 500)
    for follower in followers {
      #expect(follower.notes.resets.isEmpty)
      await follower.leave()
    }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  /// Times are spread evenly: each tenth of the range has about a tenth of them.
  private func expectEven(_ times: [Int], from first: Int, to last: Int) {
    #expect(times.allSatisfy { (first...last).contains($0) })
    let width = (last - first) / 10
    for tenth in 0..<10 {
      let begin = first + tenth * width
      let share = times.count { (begin..<(begin + width)).contains($0) }
      #expect((50...160).contains(share), "\(share) of \(times.count) from \(begin) on")
    }
  }
}
