import Glibc
import Testing

/// The test program `echo` as a process of its own, to which connections are made.
final class EchoProgram {
  private let process: pid_t
  private let port: Int

  init(_ arguments: String...) throws {
    let program = try #require(Self.besideThisOne("echo"))
    var ends: [Int32] = [0, 0]
    // Not inherited by children of other tests, which would keep it open after this one's end.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    defer {
      posix_spawn_file_actions_destroy(&actions)
      for text in argv { free(text) }
    }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, nil, &argv, environ)
    close(ends[1])
    try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
    self.process = process
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != 0x0a { line.append(byte) }
    let text = String(decoding: line, as: UTF8.self)
    guard let match = text.wholeMatch(of: /echo: listening on ws:\/\/127\.0\.0\.1:(\d+)\//),
      let port = Int(match.1)
    else {
      Self.end(process)
      throw Silence(text: text)
    }
    self.port = port
  }

  deinit { Self.end(process) }

  /// Its line said something else, or nothing.
  struct Silence: Error {
    var text: String
  }

  /// A connection whose handshake is done.
  func connection() throws -> RawClient {
    let client = try #require(RawClient(port))
    try #require(client.handshake(path: "/", subprotocol: nil)?.status == 101)
    return client
  }

  /// The code with which it closes a connection that has sent these bytes.
  func closeCode(after bytes: [UInt8]) throws -> Int? {
    let client = try connection()
    client.send(bytes)
    return client.frame()?.code
  }

  /// Whether it serves others as before.
  var isWhole: Bool {
    guard let client = try? connection() else { return false }
    client.sendText("still there?")
    return client.frame()?.text == "still there?"
  }

  private static func besideThisOne(_ name: String) -> String? {
    var path = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0, let slash = path[..<count].lastIndex(of: 0x2f) else { return nil }
    return String(decoding: path[...slash], as: UTF8.self) + name
  }

  private static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}
