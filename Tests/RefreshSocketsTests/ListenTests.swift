import RefreshLoop
import RefreshSockets
import Testing

@Suite struct ListenTests {
  /// Which of this machine's addresses answer on the port.
  private func answering(_ listen: String) throws -> Set<String> {
    let server = try TestServer(listen)
    defer { server.stop() }
    return Set(["127.0.0.1", "127.0.0.2", "::1"].filter { RawClient($0, server.port) != nil })
  }

  @Test func `an address is listened on, and no other one`() throws {
    #expect(try answering("127.0.0.1:0") == ["127.0.0.1"])
    #expect(try answering("127.0.0.2:0") == ["127.0.0.2"])
    #expect(try answering("0.0.0.0:0") == ["127.0.0.1", "127.0.0.2"])
  }

  @Test(.enabled(if: hasIPv6)) func `an IPv6 address is listened on, and no other one`() throws {
    #expect(try answering("[::1]:0") == ["::1"])
    #expect(try answering("[::]:0") == ["::1"])
  }

  @Test func `localhost is listened on at every address it has, and no other one`() throws {
    let answering = try answering("localhost:0")
    #expect(answering.contains("127.0.0.1"))
    #expect(!answering.contains("127.0.0.2"))
  }

  @Test func `an address in use and one that is not ours are told in words`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let taken = #expect(throws: SocketError.self) { try TestServer("127.0.0.1:\(server.port)") }
    #expect(taken?.code == .addressInUse)
    #expect(taken?.description.contains("another program listens") == true)
    #expect(#expect(throws: SocketError.self) { try TestServer("203.0.113.7:0") }?.code == .addressNotFound)
    #expect(
      #expect(throws: SocketError.self) { try TestServer("no.such.host.invalid:0") }?.code == .addressNotFound
    )
  }

  @Test func `a server that stopped accepting keeps its peers`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    server.onLoop { server.server.stopAccepting() }
    #expect(RawClient(server.port) == nil)
    client.sendText("still here")
    #expect(server.heard.take { $0 == .text(1, "still here") } != nil)
  }
}

private let hasIPv6 = (try? TestServer("[::1]:0")).map { $0.stop() } != nil
