import Foundation
import TestSupport
import Testing

/// Servers that take no connection, or take it and say nothing or nonsense.
@Suite struct StrangeServerTests {
  private static let server = """
    import base64, hashlib, re, signal, socket, sys
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
    """

  private static let commands = [
    "feeds", "runs main", "tail main", "pull main", "append main --retry 0", "import main --retry 0",
    "export main --retry 0", "drive --clients 2",
  ]

  /// Calls all commands at the same time.
  private func call(_ kind: String, _ scheme: String = "http") async throws -> (
    calls: [Called], seconds: Double
  ) {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path + "/server.py"
    try Data(Self.server.utf8).write(to: URL(filePath: file))
    let server = try Calling("exec python3 \(file) \(kind) 2>/dev/null")
    defer { server.interrupt() }
    try await server.until("the server's port") { $0.output.hasSuffix("\n") }
    let place = "\(scheme)://127.0.0.1:\(server.output.dropLast())"
    let begin = ContinuousClock.now
    let running = try Self.commands.map {
      try Calling("echo '\"x\"' | refreshd \($0) --server \(place)")
    }
    var calls: [Called] = []
    for call in running { calls.append(try await call.end()) }
    return (calls, begin.duration(to: .now) / .seconds(1))
  }

  @Test(arguments: ["silent", "nonsense", "page", "mute"])
  func `no command waits long for a server that is none, and each says what to look at`(kind: String)
    async throws
  {
    let (calls, seconds) = try await call(kind)
    #expect(seconds < 30, "\(seconds) s")
    for (command, call) in zip(Self.commands, calls) {
      #expect(call.status == 4, "\(command): \(call.status) \(call.errors)")
      #expect(call.output.isEmpty, "\(command): \(call.output)")
      #expect(call.errors.contains("is --server the address of a refreshd?"), "\(command): \(call.errors)")
      if kind == "silent" {
        #expect(call.errors.contains("takes connections and says nothing"), "\(call.errors)")
      }
      #expect(call.errors.split(separator: "\n").count == 1, "\(command): \(call.errors)")
    }
  }

  @Test(arguments: [
    ("full", "http", "cannot be reached: look at --server"),
    ("full", "https", "cannot be reached: look at --server"),
    ("silent", "https", "takes connections and says nothing: is --server the address of a refreshd?"),
  ])
  func `whoever takes no connection, or says nothing by https, is told as that`(
    kind: String, scheme: String, words: String
  ) async throws {
    let (calls, seconds) = try await call(kind, scheme)
    #expect(seconds < 30, "\(seconds) s")
    for (command, call) in zip(Self.commands, calls) {
      #expect(call.status == 4, "\(command): \(call.status) \(call.errors)")
      #expect(call.errors.contains(words), "\(command): \(call.errors)")
      #expect(call.errors.split(separator: "\n").count == 1, "\(command): \(call.errors)")
    }
  }
}
