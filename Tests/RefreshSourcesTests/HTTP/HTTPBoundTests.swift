import Glibc
import RefreshLoop
import TestOrigin
import Testing

@testable import RefreshSources

/// Answers that are too long or too slow.
@Suite struct HTTPBoundTests {
  private let megabyte = [UInt8](repeating: 0x78, count: 1_048_576)

  @Test func `of 100 MB only what is wanted is read`() throws {
    let origin = Origin { request, _ in
      request.path == "/said"
        ? .begin(200, ["Content-Length: 104857600"]).then(megabyte, times: 100)
        : .begin().then(megabyte, times: 100)
    }
    defer { origin.stop() }
    for path in ["/said", "/unsaid"] {
      let trial = try SourceTrial.http(origin.url(path))
      #expect(trial.failure?.code == .parse)
      #expect(trial.failure?.message.contains("more than 16777216 bytes") == true)
      #expect(trial.took < 50_000)
    }
    #expect(origin.wait(forAbandoned: 2))
  }

  @Test func `an answer of exactly the limit is read`() throws {
    let origin = Origin(.ok("12345"))
    defer { origin.stop() }
    #expect(try SourceTrial.http(HTTPSpec(url: origin.url(), maxBytes: 5)).rows == ["12345"])
    #expect(try SourceTrial.http(HTTPSpec(url: origin.url(), maxBytes: 4)).failure?.code == .parse)
  }

  @Test func `what unpacks to 200 MB is stopped while it does`() throws {
    let bomb = packed([UInt8](repeating: 0, count: 1_048_576), times: 200)
    #expect(bomb.count < 16_777_216, "it is small enough as it travels")
    let origin = Origin(.whole(200, bomb, ["Content-Encoding: gzip"]))
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.failure?.message.contains("more than 16777216 bytes") == true)
    #expect(trial.took < 50_000)
  }

  @Test func `a line of a head without end is stopped`() throws {
    let part = [UInt8](repeating: 0x78, count: 1_000)
    let origin = Origin(.raw("HTTP/1.1 200 OK\r\nX-Filler: ").then(part, times: 100_000))
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.failure?.code == .http)
    #expect(trial.failure?.message.contains("65536 bytes of headers") == true)
  }

  @Test func `a head without end is stopped`() throws {
    let line = Array("X-Filler: \(String(repeating: "x", count: 1_000))\r\n".utf8)
    let origin = Origin(.raw("HTTP/1.1 200 OK\r\n").then(line, times: 100_000))
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.failure?.code == .http)
    #expect(trial.failure?.message.contains("65536 bytes of headers") == true)
    #expect(origin.wait(forAbandoned: 1))
  }

  @Test func `who does not answer is given up, and the connection closed`() throws {
    let origin = Origin(.hang)
    defer { origin.stop() }
    let trial = try SourceTrial.http(HTTPSpec(url: origin.url(), timeout: 900))
    #expect(trial.failure?.code == .network)
    #expect(trial.failure?.message.contains("had not answered after 900 ms") == true)
    #expect((890..<50_000).contains(trial.took))
    #expect(origin.wait(forAbandoned: 1))
  }

  @Test func `who sends a byte now and then is given up, too`() throws {
    let origin = Origin(.begin().then([0x61], times: 10_000, every: 20))
    defer { origin.stop() }
    let trial = try SourceTrial.http(HTTPSpec(url: origin.url(), timeout: 2_000))
    #expect(trial.failure?.message.contains("had not sent its answer to the end after 2.0 s") == true)
    #expect(trial.took < 50_000)
    #expect(origin.wait(forAbandoned: 1))
  }

  @Test func `the time is for all redirects together`() throws {
    let origin = Origin { _, count in
      .raw("HTTP/1.1 302 Found\r\n").then(Array("Location: /\(count)\r\n\r\n".utf8), every: 200)
    }
    defer { origin.stop() }
    let trial = try SourceTrial.http(HTTPSpec(url: origin.url(), timeout: 500, redirects: 20))
    #expect(trial.failure?.code == .network)
    #expect(trial.took < 50_000 && origin.requests.count < 5)
  }

  @Test func `the time is for reading what came, too`() throws {
    let origin = Origin(.ok("a"))
    defer { origin.stop() }
    let threads = getenv("UV_THREADPOOL_SIZE").flatMap { Int(String(cString: $0)) } ?? 4
    var failure: (code: SourceFailure, message: String)?
    // On a busy machine the answer itself may take longer than a short time.
    for timeout in [300, 3_000, 30_000] where failure?.code != .parse {
      let trial = try SourceTrial()
      // No thread is free to read it.
      for _ in 0..<threads {
        LoopWork.start(on: trial.loop) { work in
          while !work.isStopped { usleep(1_000) }
        } done: { _ in
        }
      }
      trial.run(HTTPSource(HTTPSpec(url: origin.url(), timeout: timeout)))
      failure = trial.failure
    }
    let words =
      "Timeout: the answer of 127.0.0.1:\(origin.port) came, but had not been read to its end after "
    #expect(failure?.message.hasPrefix(words) == true, "\(failure?.message ?? "")")
  }

  @Test func `it gives up before the run does`() throws {
    let origin = Origin(.hang)
    defer { origin.stop() }
    let trial = try SourceTrial.http(HTTPSpec(url: origin.url()), timeLeft: 500)
    #expect(trial.failure?.message.contains("had not answered after 400 ms") == true)
    #expect(trial.took >= 390)
  }

  @Test func `a stop closes the connection`() throws {
    let origin = Origin { request, _ in
      request.path == "/drip" ? .begin().then([0x61], times: 100_000, every: 5) : .hang
    }
    defer { origin.stop() }
    for (count, path) in ["/hang", "/drip"].enumerated() {
      let trial = try SourceTrial()
      // Not before it has been asked: there would be no connection to close.
      trial.run(
        HTTPSource(HTTPSpec(url: origin.url(path))), stopWhen: { origin.wait(forRequests: count + 1) })
      #expect(trial.outcomes == [.cancelled])
      #expect(trial.took < 50_000)
    }
    #expect(origin.wait(forAbandoned: 2))
  }

  @Test func `a stop in the first moment, or from inside the progress, is a cancel`() throws {
    let part = [UInt8](repeating: 0x61, count: 1_000)
    let origin = Origin(.begin(200, ["Content-Length: 2000000"]).then(part, times: 2_000, every: 1))
    defer { origin.stop() }
    #expect(try SourceTrial.http(HTTPSpec(url: origin.url()), stopAfter: 0).outcomes == [.cancelled])
    let trial = try SourceTrial()
    var running: (any RunningSource)?
    var outcomes: [SourceOutcome] = []
    let job = SourceJob(feed: "f", edge: "top", run: 1, lastSeq: 0, lastText: nil, workTime: 0)
    running = HTTPSource(HTTPSpec(url: origin.url())).start(job, on: trial.loop) { _ in
      running?.stop()
    } done: {
      outcomes.append($0)
      trial.loop.stop()
    }
    trial.loop.run()
    // It and its progress hold each other.
    running = nil
    #expect(outcomes == [.cancelled])
    #expect(origin.wait(forAbandoned: 1))
  }

  @Test func `a loop that closes takes its requests along`() throws {
    let origin = Origin(.hang)
    defer { origin.stop() }
    weak var left: AnyObject?
    do {
      let trial = try SourceTrial()
      let job = SourceJob(feed: "f", edge: "top", run: 1, lastSeq: 0, lastText: nil, workTime: 0)
      let running = HTTPSource(HTTPSpec(url: origin.url())).start(job, on: trial.loop) { _ in
      } done: { _ in
      }
      left = running
      let loop = trial.loop
      let thread = LoopThread {
        _ = origin.wait(forRequests: 1)
        loop.stop()
      }
      trial.loop.run()
      thread.join()
    }
    #expect(left == nil)
    #expect(origin.wait(forAbandoned: 1))
  }
}
