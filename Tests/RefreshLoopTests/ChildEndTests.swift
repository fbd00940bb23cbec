import Glibc
import RefreshLoop
import Testing

/// How children and what they started are brought to an end.
@Suite struct ChildEndTests {
  /// The number in the first line of the output: a process id.
  private func printed(_ trial: ChildTrial) -> Int32 {
    Int32(trial.text.split(separator: "\n").first ?? "") ?? -1
  }

  @Test func `terminate asks the whole group to end, and no grace is waited for that is not needed`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    let took = try trial.run("sleep 600 & echo $!; wait") {
      $0.grace = 20_000
    } whenOutput: {
      $0.child?.terminate()
    }
    #expect(trial.ends == [ChildEnd(way: .signalled(15))])
    #expect(hasEnded(printed(trial)))
    #expect(took < 10_000, "also where process 1 is slow to reap")
  }

  @Test func `a program that handles the request to end has the grace to do so`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    var asked = false
    try trial.run("trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.01; done") {
      $0.grace = 20_000
    } whenOutput: {
      if !asked { $0.child?.terminate() }
      asked = true
    }
    #expect(trial.text == "up\nbye\n")
    #expect(trial.ends == [ChildEnd(way: .exited(7))])
  }

  @Test func `what ignores the request is killed after the grace`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    let took = try trial.run("trap '' TERM; sleep 600 & echo $!; wait") {
      $0.grace = 150
    } whenOutput: {
      $0.child?.terminate()
      $0.child?.terminate()
    }
    #expect(trial.ends == [ChildEnd(way: .signalled(9))])
    #expect(took >= 150)
    #expect(hasEnded(printed(trial)))
  }

  @Test func `a grandchild that ignores the request is killed too, though it holds no pipe`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    // It says its number when it ignores the request.
    let line = "sh -c \"trap '' TERM; echo \\$\\$; exec sleep 600 >/dev/null 2>&1\" & wait"
    try trial.run(line) {
      $0.grace = 150
    } whenOutput: {
      if $0.text.hasSuffix("\n") { $0.child?.terminate() }
    }
    #expect(trial.ends == [ChildEnd(way: .signalled(15))])
    #expect(hasEnded(printed(trial)))
  }

  @Test func `a grandchild that holds the pipe is killed when the drain is over`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    let took = try trial.run("sleep 600 & echo $!") { $0.drain = 150 }
    #expect(trial.ends == [ChildEnd(way: .exited(0))])
    #expect((150..<10_000).contains(took))
    #expect(hasEnded(printed(trial)))
  }

  @Test func `what a grandchild still writes within the drain is read`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    try trial.run("(sleep 0.1; echo late) & echo early") { $0.drain = 20_000 }
    #expect(trial.text == "early\nlate\n")
  }

  @Test func `a grandchild in a session of its own cannot keep the end from being told`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    try trial.run("setsid sleep 600 & echo $!; sleep 600") {
      $0.grace = 100
      $0.drain = 100
    } whenOutput: {
      $0.child?.terminate()
    }
    #expect(trial.ends == [ChildEnd(way: .signalled(15))])
    kill(printed(trial), SIGKILL)
  }

  @Test func `a program left behind on purpose, without the pipe, is left alone`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    try trial.run("sleep 600 >/dev/null 2>&1 & echo $!")
    #expect(trial.ends == [ChildEnd(way: .exited(0))])
    #expect(isRunning(printed(trial)))
    kill(printed(trial), SIGKILL)
  }

  @Test func `a program that closes its output and works on has not ended`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    let took = try trial.run("exec >&- 2>&-; sleep 0.2; exit 5") { $0.drain = 20 }
    #expect(trial.ends == [ChildEnd(way: .exited(5))])
    #expect(took >= 200)
  }

  @Test func `terminate after the end does nothing`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    try trial.run("true")
    trial.child?.terminate()
    #expect(trial.ends.count == 1)
  }

  @Test func `closing the loop kills and reaps what runs, and tells nobody`() throws {
    let loop = try EventLoop()
    nonisolated(unsafe) var grandchild: Int32 = -1
    let child = try ChildProcess(
      ChildCommand("/bin/sh", ["-c", "trap '' TERM; sleep 600 & echo $!; wait"]), on: loop
    ) { _, bytes in
      grandchild = Int32(String(decoding: bytes.dropLast(), as: UTF8.self)) ?? -1
      loop.stop()
    } ended: { _ in
      Issue.record("told")
    }
    loop.run()
    loop.close()
    #expect(grandchild > 0)
    #expect(waitpid(child.pid, nil, WNOHANG) == -1 && errno == ECHILD)
    // It was killed, but nobody tells when the system has carried that out.
    #expect(hasEnded(grandchild))
  }

  @Test func `timers and signals may outlive their loop`() throws {
    let loop = try EventLoop()
    let timer = LoopTimer(on: loop) {}
    timer.start(after: 1_000)
    let signal = try LoopSignal(SIGUSR2, on: loop) {}
    loop.close()
    withExtendedLifetime((timer, signal)) {}
  }
}
