import Foundation
import Glibc
import RefreshWire
import TLSClient
import TestSupport
import Testing

@testable import RefreshServer

/// Where an event stream goes on, and how it ends.
@Suite struct EventResumeTests {
  /// Why a stream begins anew; `nil` if it goes on.
  private func why(_ server: LiveServer, after: String?, last: String? = nil) throws -> String? {
    let query = after.map { "?after=\($0)" } ?? ""
    let reader = try EventReader(
      port: server.port, "/feeds/main/events\(query)", last.map { ["Last-Event-ID: \($0)"] } ?? [])
    let event = try #require(try reader.next())
    var list = EventList()
    list.take(event)
    return list.resets.first
  }

  private func position(_ server: LiveServer, _ sequence: Int) async throws -> Position {
    let page = try await server.get("/feeds/main/rows?after_seq=\(sequence - 1)&limit=1")
    return try #require(page.text("pos").flatMap(Position.init))
  }

  @Test func `a stream goes on by the table of the protocol`() async throws {
    let server = try LiveServer { settings in
      settings.tunables.farRows = 20
      settings.tunables.keepRows = 40
    }
    defer { server.stop() }
    let early = try await position(server, 3)
    for number in 6...60 { _ = try await server.post("/feeds/main/rows", "Line \(number)") }
    let late = try await position(server, 50)
    #expect(try why(server, after: nil) == "new")
    #expect(try why(server, after: "nonsense") == "epoch")
    let far = try await position(server, 30)
    let other = { (sequence: Int, digest: [UInt8]) in
      Position(epoch: late.epoch, sequence: sequence, digest: digest).text
    }
    #expect(try why(server, after: other(61, late.digest)) == "ahead")
    #expect(try why(server, after: other(49, late.digest)) == "chain")
    #expect(try why(server, after: early.text) == "pruned")
    #expect(try why(server, after: far.text) == "far")
    #expect(try why(server, after: late.text) == nil)
    // A browser comes back at the address it was given first, with what it had last.
    #expect(try why(server, after: early.text, last: late.text) == nil)
    #expect(try why(server, after: late.text, last: early.text) == "pruned")
    #expect(try why(server, after: late.text, last: "") == nil)
    #expect(try why(server, after: nil, last: other(99, late.digest)) == "ahead")
  }

  @Test func `streams that are cut anywhere go on exactly, while rows are appended`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let port = server.port
    let writer = KeyedWriter(port: port, name: "w")
    let isLast = Flag()
    let begun = (0..<8).map { _ in Flag() }
    let cutters = (0..<8).map { seed in
      Task {
        try await onThread {
          let chance = Chance(seed: seed + 1)
          var (list, last, cuts) = (EventList(), "", 0)
          while true {
            // The first rows come whole, and then nothing is: a frame may be longer than what a cut lets through.
            let isUncut = last.isEmpty || isLast.isSet
            let reader = try EventReader(
              port: port, "/feeds/main/events", last.isEmpty ? [] : ["Last-Event-ID: \(last)"],
              budget: isUncut ? .max : chance.number(in: 1...8_000))
            while let event = try reader.next() {
              list.take(event)
              // A connection that goes on says no position before its first rows.
              if !event.lastID.isEmpty { last = event.lastID }
              if event.name == "rows" { begun[seed].set() }
              if event.data.contains(#""the end""#) { return (list, cuts) }
              if isUncut, event.name == "rows", !isLast.isSet { break }
            }
            cuts += 1
          }
        }
      }
    }
    try await eventually("all have the first rows") { begun.allSatisfy(\.isSet) }
    let writing = Task { try await writer.write(every: .milliseconds(1)) }
    try await eventually("much is written", within: 180) { writer.acknowledged.count > 1_500 }
    writer.stop()
    try await writing.value
    isLast.set()
    _ = try await server.post("/feeds/main/rows", "the end")
    let rows = (1...5).map { "Line \($0)" } + writer.acknowledged + ["the end"]
    for cutter in cutters {
      let (list, cuts) = try await cutter.value
      #expect(list.texts == rows)
      #expect(list.misfits == 0)
      #expect(Set(list.resets) == ["new"])
      #expect(cuts > 2)
    }
  }

  @Test func `an event stream that nobody reads holds little, holds up nobody, and is given up`() async throws
  {
    let server = try LiveServer { $0.tunables.stall = 3_000 }
    defer { server.stop() }
    let slow = try BareSocket(port: server.port, patience: 60_000)
    slow.send(BareRequest.text("GET /feeds/main/events HTTP/1.1", ["Host: 127.0.0.1"]))
    _ = slow.receive(through: "event: rows")
    let quick = try EventReader(port: server.port)
    let row = String(repeating: "x", count: 8_000)
    var largest = 0
    for number in 1...2_000 where number % 100 == 0 {
      let rows = (0..<100).map { "\(number + $0) \(row)" }.joined(separator: "\n")
      #expect(try await server.post("/feeds/main/rows", rows).status == 201)
      largest = max(
        largest, await server.look { $0.streams.values.map(\.backlog).max() ?? 0 })
      try quick.until("rows") { ($0["first"] as! Int) + ($0["rows"] as! [Any]).count - 1 == 5 + number }
    }
    #expect(largest > 0)
    #expect(largest <= 32_768 + 65_536 + 1_000)
    try await eventually("the slow one is given up") {
      await server.look { $0.streams.count } == 1
    }
    withExtendedLifetime((slow, quick)) {}
  }

  @Test func `a server that stops ends each stream behind its rows, and spreads when they come back`()
    async throws
  {
    let server = try LiveServer()
    let readers = try (0..<60).map { _ in try EventReader(port: server.port) }
    for reader in readers { try reader.until("rows") }
    let person = try await Person(on: server)
    _ = try await server.post("/feeds/main/rows", "the last")
    server.stop()
    var times: [Int] = []
    for reader in readers {
      try reader.until("rows") { $0["first"] as? Int == 6 }
      try reader.readAll()
      #expect(reader.hasEnded)
      times.append(try #require(reader.parser.retry))
    }
    #expect(times.allSatisfy { (500...2_000).contains($0) })
    #expect(Set(times).count > 20)
    await person.leave()
    let again = try LiveServer(database: server.database)
    defer { again.stop() }
    #expect(try why(again, after: nil, last: readers[0].parser.lastID) == nil)
  }

  @Test func `by TLS a stream is the same`() throws {
    let certificate = TestCertificate("room.example")
    let server = try LiveServer {
      $0.tls = TLSFiles(certificate: certificate.certificate, key: certificate.key)
    }
    let reader = try TLSClient(port: server.port)
    try reader.send("GET /feeds/main/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    try reader.read(until: "event: rows")
    let writer = try TLSClient(port: server.port)
    try writer.send(
      "POST /feeds/main/rows HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6\r\n\r\nsecret")
    try reader.read(until: #""text":"secret""#)
    server.stop()
    try reader.read(until: "retry: ")
    try reader.read(until: "0\r\n\r\n")
  }

  @Test func `who may view may follow, and is shown out when the sign-in ends`() throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let tokens = [
      (nil, 401), (Tokens.append, 403), (Tokens.footer, 403), (AccessToken.make(), 401), (Tokens.view, 200),
    ]
    for (token, status) in tokens {
      let reader = try EventReader(port: server.port, "/feeds/main/events", token.map(Tokens.bearer) ?? [])
      #expect(reader.status == status)
    }
    let type = ["Content-Type: application/json"]
    let signIn = try server.bare("POST /sign-in", type, body: #"{"token":"\#(Tokens.view)"}"#)
    let cookie = try #require(signIn.header("set-cookie")?.split(separator: ";").first)
    let reader = try EventReader(port: server.port, "/feeds/main/events", ["Cookie: \(cookie)"])
    try reader.until("rows")
    #expect(try server.bare("POST /sign-out", ["Cookie: \(cookie)"]).status == 204)
    try reader.readAll()
    #expect(reader.hasEnded)
    #expect(try EventReader(port: server.port, "/feeds/main/events", ["Cookie: \(cookie)"]).status == 401)
  }
}
