import RefreshLoop
import RefreshSockets

/// A server on a thread of its own: it sends back what it gets, and does what some words ask.
final class EchoServer: @unchecked Sendable {
  let url: String
  private let loop: EventLoop
  private let owner = Owner()
  private let server: SocketServer
  private let thread: LoopThread

  init() throws {
    let loop = try EventLoop()
    self.loop = loop
    server = try SocketServer(on: loop, listen: ListenAddress("127.0.0.1:0")!, delegate: owner)
    url = "ws://127.0.0.1:\(server.port)/live"
    thread = LoopThread { loop.run() }
  }

  /// Closes the server, and ends its thread.
  func stop() async {
    await turn { self.server.close() }
    loop.stop()
    thread.join()
    loop.close()
  }

  private func turn(_ job: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      loop.post {
        job()
        continuation.resume()
      }
    }
  }

  private final class Owner: SocketServerDelegate {
    func upgrade(_ request: UpgradeRequest) -> UpgradeAnswer {
      if request.query.contains(where: { $0.name == "refuse" }) {
        return .refuse(status: 503, body: Array("{}".utf8))
      }
      return .accept
    }

    func opened(_ peer: Peer) {}

    func received(_ text: UnsafeRawBufferPointer, from peer: Peer) {
      let text = String(decoding: text, as: UTF8.self)
      switch text {
      case "leave": peer.close(code: 4200, reason: "as you wish")
      case "vanish": peer.drop()
      case let flood where flood.hasPrefix("flood "):
        for number in 0..<Int(flood.dropFirst(6))! {
          peer.send(Frame("\(number) " + String(repeating: "x", count: 1_000)))
        }
      default: peer.send(Frame(text))
      }
    }

    func receivedBinary(from peer: Peer) { peer.close(code: 4000, reason: "binary") }
    func closed(_ peer: Peer) {}
    func request(_ exchange: HTTPExchange) { exchange.respond(status: 404) }
  }
}
