import Glibc
import RefreshLoop
import Testing

@Suite struct ChildProcessTests {
  @Test func `output and errors come apart, and the status with the end`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    try trial.run("echo out; echo bad >&2; exit 3")
    #expect(trial.text == "out\n")
    #expect(trial.errorText == "bad\n")
    #expect(trial.ends == [ChildEnd(way: .exited(3))])
  }

  @Test func `arguments, variables and the folder reach the program`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    var command = ChildCommand("sh", ["-c", "echo \"$0|$1|$ADDED|$HOME\"; pwd; wc -c", "a b", "*"])
    command.environment = ["ADDED": "ä=1\n2"]
    command.directory = "/usr/share"
    try trial.run(command)
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    #expect(trial.text == "a b|*|ä=1\n2|\(home)\n/usr/share\n0\n")
  }

  @Test func `the child leads a session of its own and starts with nothing blocked or ignored`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    signal(SIGPIPE, SIG_IGN)
    var mine = sigset_t()
    sigemptyset(&mine)
    sigaddset(&mine, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &mine, nil)
    defer { pthread_sigmask(SIG_UNBLOCK, &mine, nil) }
    try trial.run(ChildCommand("cat", ["/proc/self/stat", "/proc/self/status"]))
    let fields = trial.text.split(separator: " ")
    #expect(fields[0] == fields[4] && fields[0] == fields[5], "pid, group, session")
    for mask in ["SigBlk:", "SigIgn:"] {
      let words = trial.text.split { $0 == "\n" || $0 == "\t" }
      let value = try #require(words.firstIndex { $0 == mask }.flatMap { UInt64(words[$0 + 1], radix: 16) })
      // Signals from 32 on are glibc's own and the real-time ones.
      #expect(value & 0x7fff_ffff == 0, "\(mask)")
    }
  }

  @Test func `the child inherits the standard descriptors only, and can open its output again`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    let leaky = fcntl(0, F_DUPFD, 200)
    defer { close(leaky) }
    try trial.run("for f in /proc/$$/fd/*; do echo ${f##*/}; done; echo again >/dev/stdout")
    // The shell itself opens 3 to read the folder.
    #expect(trial.text == "0\n1\n2\n3\nagain\n")
    #expect(leaky >= 200)
  }

  @Test func `a program that is not there is an error at the start, and nothing is told later`() throws {
    let loop = try EventLoop()
    let child = try? ChildProcess(ChildCommand("/no/such/program"), on: loop) { _, _ in
    } ended: { _ in
      Issue.record("told")
    }
    #expect(child == nil)
    loop.close()
  }

  @Test func `a signal that ends the program is told`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    try trial.run("kill -KILL $$")
    #expect(trial.ends == [ChildEnd(way: .signalled(9))])
  }

  @Test func `stopped reading makes the program wait, going on loses nothing`() throws {
    let trial = try ChildTrial()
    defer { trial.loop.close() }
    var resumed: LoopTimer?
    try trial.run("head -c 1000000 /dev/zero") { _ in
    } whenOutput: { trial in
      guard resumed == nil else { return }
      trial.child?.isReading = false
      let before = trial.output.count
      resumed = LoopTimer(on: trial.loop) { [unowned trial] in
        #expect(trial.output.count == before)
        #expect(trial.ends.isEmpty)
        trial.child?.isReading = true
      }
      resumed?.start(after: 30)
    }
    #expect(resumed != nil)
    #expect(trial.output.count == 1_000_000)
  }
}
