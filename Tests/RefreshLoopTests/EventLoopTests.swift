import Glibc
import RefreshLoop
import Testing

@Suite struct EventLoopTests {
  @Test func `posts from other threads run in order, on the loop`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    nonisolated(unsafe) var seen: [Int] = []
    let thread = LoopThread {
      for number in 0..<1_000 { loop.post { seen.append(number) } }
      loop.stop()
    }
    loop.run()
    thread.join()
    #expect(seen == Array(0..<1_000))
  }

  @Test func `a job for the turn's end runs after all jobs of that turn`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    nonisolated(unsafe) var seen: [String] = []
    loop.post {
      loop.atTurnEnd {
        seen.append("end")
        loop.stop()
      }
      seen.append("first")
    }
    loop.post { seen.append("second") }
    loop.run()
    #expect(seen == ["first", "second", "end"])
  }

  @Test func `a job for some turns later runs also if the loop is closed before`() throws {
    let loop = try EventLoop()
    nonisolated(unsafe) var seen: [String] = []
    loop.post {
      loop.afterTurns(3) {
        seen.append("third turn")
        loop.afterTurns(2) { seen.append("fifth turn") }
      }
      loop.stop()
    }
    loop.run()
    seen.append("stopped")
    loop.close()
    #expect(seen == ["stopped", "third turn", "fifth turn"])
  }

  @Test func `a timer fires once, after its delay, and a stopped one never`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var fired = 0
    let began = loop.now
    let timer = LoopTimer(on: loop) {
      fired += 1
      loop.stop()
    }
    let stopped = LoopTimer(on: loop) { fired += 100 }
    stopped.start(after: 1)
    stopped.stop()
    timer.start(after: 1)
    timer.start(after: 30)
    loop.run()
    #expect(fired == 1)
    #expect(loop.now - began >= 29)
  }

  @Test func `a timer that starts itself anew without a delay leaves others their turns`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var fired = 0
    let timer = LoopTimer(on: loop)
    timer.job = { [unowned timer] in
      fired += 1
      if fired < 10_000 { timer.start(after: 0) }
    }
    timer.start(after: 0)
    nonisolated(unsafe) var firedBefore: Int?
    nonisolated(unsafe) let count = { fired }
    loop.post {
      firedBefore = count()
      loop.stop()
    }
    loop.run()
    #expect(firedBefore ?? .max < 100)
  }

  @Test func `a signal reaches the loop`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var came = 0
    let signal = try LoopSignal(SIGUSR1, on: loop) {
      came += 1
      loop.stop()
    }
    let thread = LoopThread { kill(getpid(), SIGUSR1) }
    loop.run()
    thread.join()
    withExtendedLifetime(signal) {}
    #expect(came == 1)
  }
}
