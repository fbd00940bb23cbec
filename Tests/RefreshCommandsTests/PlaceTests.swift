import Foundation
import TLSClient
import Testing

@testable import RefreshCommands

/// Servers elsewhere: by TLS, and under a path.
@Suite struct PlaceTests {
  @Test func `a server is used by https and wss if its certificate is trusted, and not else`() async throws {
    let certificate = TestCertificate("localhost")
    defer { try? FileManager.default.removeItem(atPath: certificate.folder) }
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

  /// Passes on what comes for `/room/…`, without that.
  private static let proxy = """
    import socket, sys, threading
    door = socket.create_server(("127.0.0.1", 0))
    print(door.getsockname()[1], flush=True)
    def carry(one, other, change):
        while data := one.recv(65536):
            other.sendall(change(data))
        other.close()
    while True:
        guest, _ = door.accept()
        host = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        threading.Thread(target=carry, args=(guest, host, lambda d: d.replace(b" /room/", b" /")), daemon=True).start()
        threading.Thread(target=carry, args=(host, guest, lambda d: d), daemon=True).start()
    """

  @Test func `a server under a path of a proxy is reached by all commands`() async throws {
    let server = try await RunningServer()
    let file = server.folder + "/proxy.py"
    try Data(Self.proxy.utf8).write(to: URL(filePath: file))
    let proxy = try Calling("exec python3 \(file) \(server.port)")
    try await proxy.until("the proxy's port") { $0.output.hasSuffix("\n") }
    defer { proxy.interrupt() }
    let place = "http://127.0.0.1:\(proxy.output.dropLast())/room/"
    let call = try await Called.shell(
      """
      refreshd feeds | wc -l; echo x | refreshd append main --quiet; refreshd tail main --lines 1 --until-idle
      refreshd pull main; refreshd export main | wc -l
      refreshd feeds --server \(place)elsewhere; echo $?
      """, nil, ["REFRESHD_SERVER": place])
    #expect(call.lines == ["5", "x", "Line 7", "7", "4"], "\(call.errors)")
    #expect(call.errors.contains("is --server its address?"))
  }

  @Test func `a text from elsewhere stays in its line and its columns`() {
    #expect(
      Shown.line("a\u{1B}[2J\tb\r\nc\u{9B}\u{202E}…") == #"a\u{1b}[2J"# + "\tb\\r\\nc" + #"\u{9b}\u{202e}…"#)
    #expect(Shown.width("列a\u{301}") == 3)
    let mark = Terminal.isUTF8 ? "…" : "~"
    #expect(Shown.fit("列列列", 5) == "列列\(mark)" && Shown.fit("列列列", 4) == "列\(mark) ")
    #expect(Style.cut("\u{1B}[32mabc\u{1B}[0mdef", 4) == "\u{1B}[32mabc\u{1B}[0md")
  }

  @Test func `a table fits its terminal`() {
    var table = TextTable([.init(title: "A"), .init(title: "NUMBER", isRight: true), .init(title: "WORDS")])
    table.add(["one", "5", "some words\nthat go on"])
    let plain = Style(isOn: false)
    #expect(
      table.text(width: nil, style: plain) == "A    NUMBER  WORDS\none       5  some words\\nthat go on\n")
    for width in 1...40 {
      for line in table.text(width: width, style: plain).split(separator: "\n") {
        #expect(Shown.width(String(line)) <= width)
      }
    }
  }
}
