import Glibc

/// A server as a process of its own, from its start to its ready line and to its end.
final class Child {
  let process: pid_t
  /// The port in the ready line.
  private(set) var port = 0
  /// Nanoseconds from before the start until the ready line was here.
  private(set) var startTime: UInt64 = 0
  private var ended = false

  var meter: Meter { Meter(process: process) }

  /// Starts a program and waits, at most 30 s, until it prints the address it listens on.
  init(_ program: String, _ arguments: [String]) throws(Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .system("pipe") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var started = pid_t()
    let begin = nanoseconds()
    let code = posix_spawn(&started, program, &actions, nil, &words, environ)
    close(ends[1])
    process = started
    guard code == 0 else { throw Failure("cannot start \(program): \(String(cString: strerror(code)))") }
    do {
      port = try Self.readyPort(from: ends[0], of: program)
    } catch {
      stop()
      throw error
    }
    startTime = nanoseconds() - begin
  }

  deinit { stop() }

  /// Asks it to end and waits for that; after 20 s it is killed.
  func stop() {
    guard !ended else { return }
    ended = true
    kill(process, SIGTERM)
    let limit = nanoseconds() + 20_000_000_000
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if nanoseconds() > limit { kill(process, SIGKILL) }
      usleep(2_000)
    }
  }

  private static func readyPort(from pipe: Int32, of program: String) throws(Failure) -> Int {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 512)
    while line.count < 4_096 {
      var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 30_000) > 0 else { break }
      let got = read(pipe, &buffer, buffer.count)
      guard got > 0 else { break }
      line += buffer[..<got]
      guard line.last == UInt8(ascii: "\n") else { continue }
      let text = String(decoding: line, as: UTF8.self)
      let digits = text.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
      if let port = Int(digits) { return port }
    }
    throw Failure("\(program) did not say within 30 s that it listens; what it said is above")
  }
}
