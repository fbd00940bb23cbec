import Glibc
import RefreshLoop
import RefreshSockets
import Testing

/// What a server's owner heard, in order.
enum Heard: Equatable {
  case opened(Int)
  case text(Int, String)
  case binary(Int)
  case closed(Int)
  case request(String, String)
}

/// A server on a loop and thread of its own; what it hears is recorded, what it does is set by the test.
final class TestServer: @unchecked Sendable {
  let loop: EventLoop
  let heard = Mailbox<Heard>()
  let port: Int
  private(set) var server: SocketServer!
  private let owner: Owner
  private var thread: LoopThread!

  init(
    _ listen: String = "127.0.0.1:0", settings: SocketSettings = .init(),
    identity: TLSIdentity? = nil, _ set: (Owner) -> Void = { _ in }
  ) throws {
    loop = try EventLoop()
    owner = Owner(heard)
    set(owner)
    do {
      server = try SocketServer(
        on: loop, listen: ListenAddress(listen)!, settings: settings, identity: identity, delegate: owner)
    } catch {
      loop.close()
      throw error
    }
    port = server.port
    let loop = loop
    thread = LoopThread { loop.run() }
  }

  /// A server with other settings than the usual ones.
  convenience init(changing change: (inout SocketSettings) -> Void, _ set: (Owner) -> Void = { _ in }) throws
  {
    var settings = SocketSettings()
    change(&settings)
    try self.init(settings: settings, set)
  }

  /// A client that has done its handshake.
  func client(receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try #require(RawClient("127.0.0.1", port, receiveBuffer: receiveBuffer))
    #expect(client.handshake()?.status == 101)
    return client
  }

  /// Expects that a client is heard.
  func hears(_ client: RawClient, as number: Int = 1, _ text: String = "here") {
    client.sendText(text)
    #expect(heard.take { $0 == .text(number, text) } != nil)
  }

  /// Runs a job on the loop's thread and waits for its result.
  func onLoop<Result>(_ job: @escaping () -> Result) -> Result {
    let results = Mailbox<Result>()
    nonisolated(unsafe) let job = job
    loop.post { results.put(job()) }
    return results.take(within: 60)!
  }

  /// Closes the server and the loop, which gives everything back.
  func stop() {
    onLoop { [self] in server.close() }
    loop.stop()
    thread.join()
    loop.close()
  }

  func peer(_ number: Int) -> Peer { server.peers.first { $0.number == number }! }

  final class Owner: SocketServerDelegate {
    private let heard: Mailbox<Heard>
    var onUpgrade: (UpgradeRequest) -> UpgradeAnswer = { _ in .accept }
    var onOpened: (Peer) -> Void = { _ in }
    var onReceived: (String, Peer) -> Void = { _, _ in }
    var onBinary: (Peer) -> Void = { $0.close(code: 4000, reason: "binary") }
    var onClosed: (Peer) -> Void = { _ in }
    var onRequest: (HTTPExchange) -> Void = { $0.respond(status: 404) }

    init(_ heard: Mailbox<Heard>) { self.heard = heard }

    func upgrade(_ request: UpgradeRequest) -> UpgradeAnswer { onUpgrade(request) }
    func opened(_ peer: Peer) {
      heard.put(.opened(peer.number))
      onOpened(peer)
    }
    func received(_ text: UnsafeRawBufferPointer, from peer: Peer) {
      let text = String(decoding: text, as: UTF8.self)
      heard.put(.text(peer.number, text))
      onReceived(text, peer)
    }
    func receivedBinary(from peer: Peer) {
      heard.put(.binary(peer.number))
      onBinary(peer)
    }
    func closed(_ peer: Peer) {
      heard.put(.closed(peer.number))
      onClosed(peer)
    }
    func request(_ exchange: HTTPExchange) {
      heard.put(.request(exchange.method, exchange.path))
      onRequest(exchange)
    }
  }
}
