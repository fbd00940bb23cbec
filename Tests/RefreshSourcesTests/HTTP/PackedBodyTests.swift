import RefreshLoop
import TestOrigin
import Testing

@testable import RefreshSources

/// Answers that come packed: whole, or not at all.
@Suite struct PackedBodyTests {
  static let rows = (1...2_000).map { "row \($0)" }
  static let plain = Array(rows.joined(separator: "\n").utf8)

  private func unpack(_ body: [UInt8], _ encoding: String? = "gzip", limit: Int = 1_000_000) -> [UInt8]? {
    try? PackedBody.unpack(body, encoding: encoding, limit: limit)
  }

  @Test func `a body is unpacked to its end, also one of several members and with something behind it`() {
    let body = packed(Self.plain)
    #expect(unpack(body) == Self.plain)
    #expect(unpack(body, "X-GZIP") == Self.plain)
    #expect(unpack(body + packed([0x0A])) == Self.plain + [0x0A])
    #expect(unpack(body + [0, 0, 0]) == Self.plain)
    #expect(unpack(Self.plain, nil) == Self.plain)
    #expect(unpack(Self.plain, "identity") == Self.plain)
  }

  @Test func `one that is cut anywhere is none`() {
    let body = packed(Self.plain)
    for length in 0..<body.count where unpack(Array(body[..<length])) != nil {
      Issue.record("cut after \(length) of \(body.count) bytes")
    }
    #expect(unpack(body + body.dropLast(4)) == nil)
  }

  @Test func `one that is longer than is wanted, or packed otherwise, is told`() {
    let body = packed(Self.plain)
    #expect(throws: PackedBody.Fault.tooLong) {
      try PackedBody.unpack(body, encoding: "gzip", limit: Self.plain.count - 1)
    }
    #expect(unpack(body, limit: Self.plain.count) == Self.plain)
    #expect(throws: PackedBody.Fault.unknown) { try PackedBody.unpack(body, encoding: "br", limit: 10) }
    #expect(throws: PackedBody.Fault.broken) {
      try PackedBody.unpack(Self.plain, encoding: "gzip", limit: 10)
    }
  }

  @Test func `an answer that was cut while packed is a failure, and is asked for anew`() throws {
    let body = packed(Self.plain)
    let origin = Origin(
      .whole(200, Array(body[..<(body.count / 2)]), ["Content-Encoding: gzip", "ETag: \"g\""]))
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.failure?.code == .parse)
    #expect(trial.failure?.message.contains("it was cut") == true, "\(trial.outcomes)")
  }

  @Test func `a part that nobody asked for is no answer`() throws {
    let origin = Origin(.whole(206, Array("a\nb".utf8), ["ETag: \"g\""]))
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url()).failure?.code == .http)
  }
}
