import Foundation
import TLSClient
import Testing

@testable import RefreshCommands

/// Servers elsewhere: by TLS, and under a path.
@Suite struct PlaceTests {
  @Test func `a server is used by https and wss if its certificate is trusted, and not else`() async throws {
    let certificate = TestCertificate("localhost")
    let server = try await RunningServer([
      "--tls-cert", certificate.certificate, "--tls-key", certificate.key,
    ])
    let place = "--server https://localhost:\(server.port)"
    let refused = try await Called.shell(
      "refreshd feeds \(place); echo $?; refreshd tail main \(place); echo $?", server)
    #expect(refused.lines == ["4", "4"])
    #expect(refused.errors.contains("certificate"))
    let taken = try await Called.shell(
      """
      refreshd feeds \(place) | wc -l; echo x | refreshd append main \(place) --quiet
      refreshd tail main --until-idle --lines 1 \(place); refreshd pull main \(place)
      """, server, ["SSL_CERT_FILE": certificate.certificate])
    #expect(taken.lines == ["5", "x", "Line 7"], "\(taken.errors)")
    let name = try await Called.shell(
      "for c in feeds 'tail main'; do refreshd $c --server https://127.0.0.1:\(server.port); echo $?; done",
      server,
      ["SSL_CERT_FILE": certificate.certificate])
    #expect(name.lines == ["4", "4"])
  }

  /// Passes on what comes for `/room/…`, without that; the first few answers to POST are lost on the way.
  private static let proxy = """
    import socket, sys, threading
    door = socket.create_server(("127.0.0.1", 0))
    print(door.getsockname()[1], flush=True)
    losses = int(sys.argv[2])
    def carry(guest, host):
        global losses
        while data := guest.recv(65536):
            if data.startswith(b"POST") and losses > 0:
                losses -= 1
                host.sendall(data.replace(b" /room/", b" /"))
                host.recv(65536)
                break
            host.sendall(data.replace(b" /room/", b" /"))
        for side in (guest, host):
            side.shutdown(socket.SHUT_RDWR)
    def back(guest, host):
        while data := host.recv(65536):
            guest.sendall(data)
    while True:
        guest, _ = door.accept()
        host = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        lost = losses > 0
        threading.Thread(target=carry, args=(guest, host), daemon=True).start()
        if not lost:
            threading.Thread(target=back, args=(guest, host), daemon=True).start()
    """

  private func proxy(to server: RunningServer, losing losses: Int = 0) async throws -> (
    call: Calling, place: String
  ) {
    let file = server.folder + "/proxy.py"
    try Data(Self.proxy.utf8).write(to: URL(filePath: file))
    let proxy = try Calling("exec python3 \(file) \(server.port) \(losses) 2>/dev/null")
    try await proxy.until("the proxy's port") { $0.output.hasSuffix("\n") }
    return (proxy, "http://127.0.0.1:\(proxy.output.dropLast())/room/")
  }

  @Test(arguments: ["append main --json", "import main"])
  func `rows whose answer is lost on the way are there once`(command: String) async throws {
    let server = try await RunningServer()
    let (proxy, place) = try await proxy(to: server, losing: 3)
    defer { proxy.interrupt() }
    let call = try await Called.shell(
      """
      seq 1 20 | sed 's/.*/{"text":"&"}/' | refreshd \(command) --server \(place)
      refreshd export main --after 5 | sed 's/.*:"//; s/"}//'
      """, server)
    #expect(call.lines == (1...20).map(String.init), "\(call.errors)")
    #expect(
      call.errors.contains("trying again")
        && call.errors.contains("20 rows appended to main: numbers 6 to 25"))
  }

  @Test func `a server under a path of a proxy is reached by all commands`() async throws {
    let server = try await RunningServer()
    let (proxy, place) = try await proxy(to: server)
    defer { proxy.interrupt() }
    let call = try await Called.shell(
      """
      refreshd feeds | wc -l; echo x | refreshd append main --quiet; refreshd tail main --lines 1 --until-idle
      refreshd pull main; refreshd export main | wc -l
      refreshd feeds --server \(place)elsewhere; echo $?
      """, nil, ["REFRESHD_SERVER": place])
    #expect(call.lines == ["5", "x", "Line 7", "7", "4"], "\(call.errors)")
    #expect(call.errors.contains("is --server the address of a refreshd?"))
  }

  @Test func `a text from elsewhere stays in its line and its columns`() {
    #expect(
      Shown.line("a\u{1B}[2J\tb\r\nc\u{9B}\u{202E}…") == #"a\u{1b}[2J"# + "\tb\\r\\nc" + #"\u{9b}\u{202e}…"#)
    #expect(Shown.width("列a\u{301}") == 3)
    let mark = Terminal.isUTF8 ? "…" : "~"
    #expect(Shown.fit("列列列", 5) == "列列\(mark)" && Shown.fit("列列列", 4) == "列\(mark) ")
    #expect(Style.cut("\u{1B}[32mabc\u{1B}[0mdef", 4) == "\u{1B}[32mabc\u{1B}[0md")
  }

  @Test(arguments: [
    ("one\ntwo", "one two"), ("\n\n one\r\n\ttwo \n", "one two "), ("a\u{2028}b\u{85}c", "a b c"), ("", ""),
    ("a\tb\u{1B}[2J\nc", "a\tb\\u{1b}[2J c"),
  ])
  func `a message of several lines is shown in one`(text: String, shown: String) {
    #expect(Shown.message(text) == shown)
  }

  @Test func `a table fits its terminal`() {
    var table = TextTable([.init(title: "A"), .init(title: "NUMBER", isRight: true), .init(title: "WORDS")])
    table.add(["one", "5", "some words\nthat go on"])
    let plain = Style(isOn: false)
    #expect(
      table.text(width: nil, style: plain) == "A    NUMBER  WORDS\none       5  some words that go on\n")
    for width in 1...40 {
      for line in table.text(width: width, style: plain).split(separator: "\n") {
        #expect(Shown.width(String(line)) <= width)
      }
    }
  }
}
