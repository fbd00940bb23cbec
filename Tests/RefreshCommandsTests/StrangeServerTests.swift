import Foundation
import TestSupport
import Testing

/// Servers that take no connection, or take it and say nothing or nonsense.
@Suite struct StrangeServerTests {
  private static let server = """
    import base64, hashlib, re, signal, socket, sys, threading, time
    isFull = sys.argv[1] == "full"
    door = socket.create_server(("127.0.0.1", 0), backlog=0 if isFull else 50)
    kept = []
    # Who comes when as many wait as may is not answered at all, as behind a firewall.
    for _ in range(3 if isFull else 0):
        guest = socket.socket()
        guest.setblocking(False)
        guest.connect_ex(door.getsockname())
        kept.append(guest)
    print(door.getsockname()[1], flush=True)
    while isFull:
        signal.pause()
    def live(guest):
        def say(text):
            guest.sendall(b"\\x81" + (bytes([len(text)]) if len(text) < 126 else b"\\x7e\\x00" + bytes([len(text)])) + text)
        say(b'{"type":"hello","protocol":1,"server":"x","client":"c1","now":1,"heartbeat":25000,"maxMessage":16384}')
        while True:
            time.sleep(1)
            say(b'{"type":"heartbeat","now":1,"heads":{}}')
    while True:
        guest, _ = door.accept()
        kept.append(guest)
        if sys.argv[1] == "silent":
            continue
        if sys.argv[1] == "nonsense":
            guest.sendall(b"SSH-2.0-OpenSSH_9.9\\r\\n\\r\\n")
            continue
        asked = guest.recv(65536)
        key = re.search(rb"(?i)sec-websocket-key: *(\\S+)", asked)
        if sys.argv[1] == "page" or not key:
            guest.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\n\\r\\n<html>")
            continue
        seal = base64.b64encode(hashlib.sha1(key[1] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        guest.sendall(b"HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
            b"Sec-WebSocket-Protocol: refresh.v1\\r\\nSec-WebSocket-Accept: " + seal + b"\\r\\n\\r\\n")
        if sys.argv[1] == "aloof":
            threading.Thread(target=live, args=(guest,), daemon=True).start()
    """

  private static let commands = [
    "feeds", "runs main", "tail main", "pull main", "append main --retry 0", "import main --retry 0",
    "export main --retry 0", "drive --clients 2",
  ]

  /// How a server is strange.
  private enum Kind: String, CaseIterable, Sendable {
    /// Takes no connection.
    case full
    /// Says nothing on a connection.
    case silent
    /// Speaks another protocol.
    case nonsense
    /// Answers all with a page.
    case page
    /// Opens a WebSocket, and does not greet on it.
    case mute
    /// Greets and shows that it lives, and does not answer.
    case aloof
  }

  /// Each command at each server. They mostly wait for the same real 10 s: all at the same time.
  private static let calls = Task {
    try await withThrowingTaskGroup(of: (String, [Called]).self) { group in
      for kind in Kind.allCases {
        group.addTask { (kind.rawValue, try await call(kind, "http")) }
      }
      for kind in [Kind.full, .silent] {
        group.addTask { ("\(kind) https", try await call(kind, "https")) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private static func call(_ kind: Kind, _ scheme: String) async throws -> [Called] {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path + "/server.py"
    try Data(server.utf8).write(to: URL(filePath: file))
    let server = try Calling("exec python3 \(file) \(kind) 2>/dev/null")
    defer { server.interrupt() }
    try await server.until("the server's port") { $0.output.hasSuffix("\n") }
    let place = "\(scheme)://127.0.0.1:\(server.output.dropLast())"
    let running = try commands.map { try Calling("echo '\"x\"' | refreshd \($0) --server \(place)") }
    var calls: [Called] = []
    // Far more than the 10 s that they wait: a command that has not ended then waits for ever.
    for call in running { calls.append(try await call.end(within: 120)) }
    return calls
  }

  private func expect(_ kind: String, _ words: (String) -> String) async throws {
    let calls = try #require(try await Self.calls.value[kind])
    for (command, call) in zip(Self.commands, calls) {
      #expect(call.status == 4, "\(command): \(call.status) \(call.errors)")
      #expect(call.output.isEmpty, "\(command): \(call.output)")
      #expect(call.errors.contains(words(command)), "\(command): \(call.errors)")
      #expect(call.errors.split(separator: "\n").count == 1, "\(command): \(call.errors)")
    }
  }

  @Test(arguments: ["silent", "nonsense", "page", "mute"])
  func `no command waits for ever for a server that is none, and each says what to look at`(kind: String)
    async throws
  {
    let question = "is --server the address of a refreshd?"
    try await expect(kind) { _ in
      kind == "silent" ? "takes connections and says nothing: \(question)" : question
    }
  }

  @Test(arguments: [
    ("full", "cannot be reached: look at --server"), ("full https", "cannot be reached: look at --server"),
    ("silent https", "takes connections and says nothing: is --server the address of a refreshd?"),
  ])
  func `whoever takes no connection, or says nothing by https, is told as that`(kind: String, words: String)
    async throws
  {
    try await expect(kind) { _ in words }
  }

  @Test func `a server that greets and does not answer is given up by who has only its socket, in words`()
    async throws
  {
    try await expect("aloof") { command in
      ["tail main", "pull main"].contains(command)
        ? "greets, and then does not answer what it is asked" : "is --server the address of a refreshd?"
    }
  }
}
