import RefreshLoop
import TestOrigin
import Testing

@testable import RefreshSources

/// Answers that are made to keep the loop busy, where all others wait.
@Suite struct HTTPFloodTests {
  /// Counts the turns that a loop makes meanwhile.
  private final class Turns: @unchecked Sendable {
    private unowned let loop: EventLoop
    private(set) var count = 0

    init(of loop: EventLoop) { self.loop = loop }

    func begin() {
      count += 1
      loop.post { [weak self] in self?.begin() }
    }
  }

  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func run(_ answer: OriginAnswer) throws -> (trial: SourceTrial, turns: Int, isAbandoned: Bool) {
    let origin = Origin(answer)
    defer { origin.stop() }
    let trial = try SourceTrial()
    let turns = Turns(of: trial.loop)
    turns.begin()
    trial.run(HTTPSource(HTTPSpec(url: origin.url()), limits: SourceLimits()))
    return (trial, turns.count, trial.failure != nil && origin.wait(forAbandoned: 1))
  }

  @Test func `what wraps a body is bounded, and while it comes the loop goes on`() throws {
    let filler = [UInt8](repeating: 0x78, count: 65_536)
    let (trial, turns, isAbandoned) = try run(.raw(Self.chunked + "1;").then(filler, times: 1_000_000))
    #expect(trial.failure?.code == .http)
    #expect(trial.failure?.message.contains("far more bytes around its answer") == true, "\(trial.outcomes)")
    #expect(isAbandoned)
    // 33 MB, of which a hundred reads of 2,048 bytes come at a time, and twice in a turn at most.
    #expect(turns > 60)
  }

  @Test func `a body in chunks of one byte is read to its end`() throws {
    let chunks = Array(String(repeating: "1\r\na\r\n1\r\n\n\r\n", count: 100_000).utf8)
    let (trial, _, _) = try run(.raw(Self.chunked).then(chunks).then(Array("0\r\n\r\n".utf8)))
    #expect(trial.rows?.last == "a", "\(trial.outcomes.description.prefix(300))")
  }
}
