import Glibc

/// What refreshd is measured against: a bare epoll program that knows just enough HTTP and WebSocket to be driven by
/// the same load, keeps nothing, and sends a ready frame with one `send` for each peer.
final class FloorServer {
  private let poller: Poller
  private let listener: Int32
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: 262_144)
  private var connections: [FloorConnection?] = []
  private var peers: [FloorConnection] = []
  private var rows = 0
  /// What a subscription with a position is sent.
  private let replay: [UInt8]
  private static let sending = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  private static let subscribed = frame(Array("{\"type\":\"subscribed\",\"feed\":\"main\"}".utf8))
  private static let created = Array(
    "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".utf8)

  /// - Parameter replayed: how many rows a subscription with a position is behind.
  init(replayed: Int) throws(Failure) {
    _ = Sockets.raiseLimit()
    poller = try Poller()
    let (socket, port) = try Sockets.listen()
    listener = socket
    replay = replayed > 0 ? frame(RowsFrame.payload(first: 1, count: replayed)) : []
    poller.watch(listener, Int(listener))
    print("floor: listening on http://127.0.0.1:\(port)/")
    fflush(nil)
  }

  /// Serves until the process is ended.
  func run() {
    while getppid() != 1 {
      poller.wait(1_000) { number in
        if number == Int(listener) { return accept() }
        if let connection = connections[number] { receive(connection) }
      }
    }
  }

  private func accept() {
    while true {
      let socket = Glibc.accept(listener, nil, nil)
      guard socket >= 0 else { return }
      Sockets.prepare(socket)
      while connections.count <= Int(socket) { connections.append(nil) }
      connections[Int(socket)] = FloorConnection(socket)
      poller.watch(socket, Int(socket))
    }
  }

  private func receive(_ connection: FloorConnection) {
    let got = recv(connection.socket, buffer, 262_144, 0)
    guard got > 0 else {
      if got == 0 || errno != EAGAIN { end(connection) }
      return
    }
    connection.input += UnsafeBufferPointer(start: buffer, count: got)
    if !connection.isWebSocket { http(connection) }
    if connection.isWebSocket { frames(connection) }
  }

  private func end(_ connection: FloorConnection) {
    connections[Int(connection.socket)] = nil
    close(connection.socket)
    guard connection.isWebSocket, let last = peers.popLast(), last !== connection else { return }
    peers[connection.index] = last
    last.index = connection.index
  }

  private func http(_ connection: FloorConnection) {
    guard let request = FloorRequest(connection.input) else { return }
    connection.input.removeFirst(request.length)
    guard let key = request.key else {
      for _ in 0..<request.rows { fanOut() }
      Sockets.send(connection.socket, Self.created)
      return
    }
    connection.isWebSocket = true
    connection.index = peers.count
    peers.append(connection)
    let head =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
    Sockets.send(connection.socket, Array(head.utf8) + Handshake.accept(key) + [13, 10, 13, 10])
  }

  /// The floor itself: a frame, made once, and one `send` for each peer.
  private func fanOut() {
    rows += 1
    let frame = frame(RowsFrame.payload(first: rows, count: 1))
    frame.withUnsafeBytes { bytes in
      for peer in peers { send(peer.socket, bytes.baseAddress, bytes.count, Self.sending) }
    }
  }

  private func frames(_ connection: FloorConnection) {
    while let message = FloorMessage(connection.input) {
      connection.input.removeFirst(message.length)
      switch message.kind {
      case UInt8(ascii: "s"):
        Sockets.send(connection.socket, Self.subscribed + (message.isBehind ? replay : []))
      case UInt8(ascii: "p"):
        let head = Array("{\"type\":\"pull\",\"feed\":\"main\",\"n\":".utf8)
        let rest = Array(
          ",\"phase\":\"pulling\",\"edge\":\"top\",\"offset\":42,\"percent\":0.40384615384615385}".utf8)
        Sockets.send(connection.socket, frame(head + message.digits + rest))
      default: break
      }
    }
  }
}

/// A text frame as a server sends it.
func frame(_ payload: [UInt8]) -> [UInt8] {
  let count = payload.count
  if count < 126 { return [0x81, UInt8(count)] + payload }
  return [0x81, 126, UInt8(count >> 8), UInt8(count & 0xff)] + payload
}
