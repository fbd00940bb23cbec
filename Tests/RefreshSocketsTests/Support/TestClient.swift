import RefreshLoop
import RefreshSockets

/// What a client connection's owner heard, in order.
enum ClientHeard: Equatable {
  case opened(String?)
  case text(String)
  case failed(String)
  case closed(Int, String)
}

/// A client on a loop and thread of its own.
final class TestClient: @unchecked Sendable {
  let loop: EventLoop
  let heard = Mailbox<ClientHeard>()
  private let client: SocketClient
  private let owner: Owner
  private var thread: LoopThread!

  init() throws {
    loop = try EventLoop()
    client = try SocketClient(on: loop)
    owner = Owner(heard)
    let loop = loop
    thread = LoopThread { loop.run() }
  }

  func connect(_ url: String, subprotocol: String? = "refresh.v1", maxMessage: Int = 1 << 20) throws
    -> ClientSocket
  {
    try onLoop { [self] in
      Result { () throws(SocketError) in
        try client.connect(to: url, subprotocol: subprotocol, maxMessage: maxMessage, delegate: owner)
      }
    }.get()
  }

  func onLoop<Value>(_ job: @escaping () -> Value) -> Value {
    let results = Mailbox<Value>()
    nonisolated(unsafe) let job = job
    loop.post { results.put(job()) }
    return results.take(within: 60)!
  }

  func stop() {
    onLoop { [self] in client.close() }
    loop.stop()
    thread.join()
    loop.close()
  }

  final class Owner: ClientSocketDelegate {
    private let heard: Mailbox<ClientHeard>
    init(_ heard: Mailbox<ClientHeard>) { self.heard = heard }
    func reached(_ socket: ClientSocket) {}
    func opened(_ socket: ClientSocket, subprotocol: String?) { heard.put(.opened(subprotocol)) }
    func received(_ text: UnsafeRawBufferPointer, from socket: ClientSocket) {
      heard.put(.text(String(decoding: text, as: UTF8.self)))
    }
    func failed(_ socket: ClientSocket, reason: String) { heard.put(.failed(reason)) }
    func closed(_ socket: ClientSocket, code: UInt16, reason: String) {
      heard.put(.closed(Int(code), reason))
    }
  }
}
