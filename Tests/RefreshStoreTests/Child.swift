import Foundation

/// A process of the test program `store-writer`, with its output read line by line.
final class Child {
  let number: pid_t
  private let output: UnsafeMutablePointer<FILE>
  private var isReaped = false

  /// Starts it with some arguments.
  init(_ arguments: String...) {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let program = folder.appending(path: "store-writer").path
    // Not inherited by children of other tests, which would keep it open after this one's end.
    var pair: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &pair) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pair[1], 1)
    posix_spawn_file_actions_adddup2(&actions, pair[1], 0)
    var argv = ([program] + arguments).map { strdup($0) }
    argv.append(nil)
    var number = pid_t()
    let code = posix_spawn(&number, program, &actions, nil, argv, environ)
    precondition(code == 0, "could not start \(program): \(String(cString: strerror(code)))")
    posix_spawn_file_actions_destroy(&actions)
    for argument in argv { free(argument) }
    close(pair[1])
    self.number = number
    output = fdopen(pair[0], "r")
  }

  deinit {
    if !isReaped { kill() }
    fclose(output)
  }

  /// The next line of its output; `nil` at the end.
  func line() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(text) }
    let count = getline(&text, &capacity, output)
    guard count > 0 else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  /// The rest of its output, to its end.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Ends it as a crash does, and waits for its end.
  func kill() {
    Foundation.kill(number, SIGKILL)
    wait()
  }

  private func wait() {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    isReaped = true
  }
}
