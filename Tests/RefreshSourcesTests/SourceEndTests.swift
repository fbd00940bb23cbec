import RefreshLoop
import RefreshSources
import Testing

/// How sources are stopped, and what they leave behind.
@Suite struct SourceEndTests {
  @Test func `a command that hangs is stopped`() throws {
    var limits = SourceLimits()
    limits.grace = 20_000
    let trial = try SourceTrial()
    trial.run(CommandSource("echo row; sleep 600; echo more", limits: limits), stopAfter: 50)
    #expect(trial.outcomes == [.cancelled])
    #expect(trial.took < 15_000, "the grace is not waited for")
  }

  @Test func `a command that ignores the request to end is killed after the grace`() throws {
    var limits = SourceLimits()
    limits.grace = 200
    let trial = try SourceTrial()
    // It is stopped when it says that it ignores that.
    trial.run(
      CommandSource("trap '' TERM; echo ::progress 50; while :; do sleep 0.02; done", limits: limits),
      stopAtProgress: true)
    #expect(trial.outcomes == [.cancelled])
    #expect(trial.took >= 199)
  }

  @Test func `a grandchild that holds the pipe ends with the drain, and the rows count`() throws {
    let trial = try SourceTrial.command("sleep 600 & echo row") { $0.drain = 150 }
    #expect(trial.outcomes == [.ok(SourceCatch([SourceRow("row")]))])
    #expect((150..<10_000).contains(trial.took))
  }

  @Test func `output without end keeps no more than the rows, and can be stopped`() throws {
    let trial = try SourceTrial()
    trial.run(CommandSource("yes"), stopAfter: 300)
    #expect(trial.outcomes == [.cancelled])
  }

  @Test func `a stop in the first moment is a cancel`() throws {
    let trial = try SourceTrial()
    trial.run(CommandSource("echo row; sleep 600"), stopAfter: 0)
    #expect(trial.outcomes == [.cancelled])
  }

  @Test func `a command that cannot be started is told so, after the start`() throws {
    let trial = try SourceTrial()
    // A line longer than the system takes as one argument.
    trial.run(CommandSource("true " + String(repeating: "x", count: 200_000)))
    #expect(trial.failure?.code == .spawn)
    #expect(trial.failure?.message.contains("argument list too long") == true)
  }

  @Test func `the demo brings the next line after its work time`() throws {
    let trial = try SourceTrial()
    let job = SourceJob(feed: "main", edge: "top", run: 1, lastSeq: 41, lastText: "Line 41", workTime: 40)
    trial.run(LinesSource(), job)
    #expect(trial.outcomes == [.ok(SourceCatch([SourceRow("Line 42")]))])
    #expect(trial.took >= 39)
  }

  @Test func `the demo can be stopped`() throws {
    let trial = try SourceTrial()
    let job = SourceJob(feed: "main", edge: "top", run: 1, lastSeq: 0, lastText: nil, workTime: 600_000)
    trial.run(LinesSource(), job, stopAfter: 10)
    #expect(trial.outcomes == [.cancelled])
  }

  @Test func `a thousand runs leave no source behind`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var left = 1_000
    var rows = 0
    weak var last: AnyObject?
    func next() {
      guard left > 0 else { return loop.stop() }
      left -= 1
      let job = SourceJob(feed: "main", edge: "top", run: left, lastSeq: 0, lastText: nil, workTime: 0)
      last = CommandSource("echo row").start(job, on: loop) { _ in
      } done: { outcome in
        if case .ok(let caught) = outcome { rows += caught.rows.count }
        next()
      }
    }
    next()
    loop.run()
    #expect(rows == 1_000)
    #expect(last == nil)
  }
}
