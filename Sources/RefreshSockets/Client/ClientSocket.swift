import CLibWebSockets
import Glibc

/// One client connection. Confined to the loop's thread.
public final class ClientSocket {
  /// Bytes waiting beyond which the connection is given up: the server takes nothing.
  static let maxBacklog = 8_388_608

  /// The connection stands and no close has been asked for.
  public private(set) var isOpen = false
  /// Bytes waiting to be sent.
  public private(set) var backlog = 0

  /// It is still in the call that begins to connect, during which the owner hears nothing.
  var isConnecting = false
  /// What the server's answer chose.
  var subprotocol: String?
  private let client: SocketClient
  private let maxMessage: Int
  private weak var delegate: (any ClientSocketDelegate)?
  private var wsi: OpaquePointer?
  private var wasReached = false
  private var wasOpened = false
  private var hasEnded = false
  private var dropAsked = false
  private var isPaused = false
  private var queue: [(bytes: [UInt8], kind: lws_write_protocol)] = []
  private var closeCode: UInt16 = 1006
  private var closeReason = ""
  private var assembly: [UInt8] = []

  init(client: SocketClient, maxMessage: Int, delegate: any ClientSocketDelegate) {
    self.client = client
    self.maxMessage = maxMessage
    self.delegate = delegate
  }

  /// Queues a text message; it must be valid UTF-8. Nothing happens on a connection that is not open.
  public func send(text: [UInt8]) { queue(text, LWS_WRITE_TEXT) }

  /// Queues a binary message.
  public func send(binary: [UInt8]) { queue(binary, LWS_WRITE_BINARY) }

  /// Queues bytes that go out exactly as they are, past all framing: for tests of what a server must refuse.
  public func send(raw: [UInt8]) { queue(raw, LWS_WRITE_HTTP) }

  /// Takes nothing more from the server, which is held back by that; what was read before is still delivered.
  public func pauseReading() {
    client.loop.preconditionInLoop()
    guard let wsi, !isPaused else { return }
    isPaused = true
    lws_rx_flow_control(wsi, 0)
  }

  /// Takes messages from the server again.
  public func resumeReading() {
    client.loop.preconditionInLoop()
    guard let wsi, isPaused else { return }
    isPaused = false
    lws_rx_flow_control(wsi, 1)
  }

  /// Closes with a code and a reason of at most 123 bytes, after what is queued.
  public func close(code: UInt16, reason: String) {
    client.loop.preconditionInLoop()
    guard isOpen else {
      // Not connected yet: there is nobody to say it to.
      if !wasOpened { drop() }
      return
    }
    queue(masked(closeFrame(code: code, reason: reason)), LWS_WRITE_HTTP)
    isOpen = false
    // The answer must be read.
    resumeReading()
    if let wsi {
      lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, 5)
      client.context.wake()
    }
  }

  /// Cuts the connection without a close frame, as a lost network does.
  public func drop() {
    client.loop.preconditionInLoop()
    guard !hasEnded, !dropAsked else { return }
    isOpen = false
    dropAsked = true
    guard let wsi else { return }
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC)
    client.context.wake()
  }

  // MARK: What libwebsockets tells

  func created(_ wsi: OpaquePointer) {
    if !hasEnded { self.wsi = wsi }
  }

  func reached() {
    wasReached = true
    tell { [self] in delegate?.reached(self) }
  }

  func established() {
    wasOpened = true
    guard !dropAsked else { return }
    isOpen = true
    delegate?.opened(self, subprotocol: subprotocol)
  }

  func receive(_ piece: UnsafeRawBufferPointer) {
    guard let wsi, isOpen, lws_frame_is_binary(wsi) == 0 else { return }
    let isFinal = lws_is_final_fragment(wsi) != 0
    guard assembly.count + piece.count <= maxMessage else {
      return close(code: 1009, reason: "message is longer than \(maxMessage) bytes")
    }
    if isFinal, assembly.isEmpty { return deliver(piece) }
    assembly.append(contentsOf: piece)
    guard isFinal else { return }
    let whole = assembly
    assembly = []
    whole.withUnsafeBytes { deliver($0) }
  }

  /// Writes one message.
  func writable() {
    guard let wsi, !queue.isEmpty, !dropAsked else { return }
    var (bytes, kind) = queue.removeFirst()
    let count = bytes.count - LwsContext.headroom
    backlog -= count
    let written = bytes.withUnsafeMutableBufferPointer {
      lws_write(wsi, $0.baseAddress! + LwsContext.headroom, count, kind)
    }
    if written < 0 { return drop() }
    if !queue.isEmpty { lws_callback_on_writable(wsi) }
  }

  /// The server's close frame.
  /// - Returns: whether it is to be answered; an answer to our own is not.
  func serverCloses(_ payload: UnsafeRawBufferPointer) -> Bool {
    if payload.count >= 2 {
      closeCode = UInt16(payload[0]) << 8 | UInt16(payload[1])
      closeReason = String(decoding: payload[2...], as: UTF8.self)
    } else {
      closeCode = 1005
    }
    let answers = isOpen
    isOpen = false
    return answers
  }

  /// The connection is over or never came about.
  func end(failure: String? = nil) {
    guard !hasEnded else { return }
    hasEnded = true
    isOpen = false
    queue = []
    backlog = 0
    wsi = nil
    client.remove(self)
    tell { [self] in
      if wasOpened {
        delegate?.closed(self, code: closeCode, reason: closeReason)
      } else {
        delegate?.failed(
          self, reason: failure ?? (wasReached ? "the connection was cut" : "there was no connection"))
      }
    }
  }

  private func tell(_ news: @escaping () -> Void) {
    if isConnecting { client.loop.atTurnEnd(news) } else { news() }
  }

  private func queue(_ payload: [UInt8], _ kind: lws_write_protocol) {
    client.loop.preconditionInLoop()
    guard isOpen, let wsi else { return }
    var bytes = [UInt8](repeating: 0, count: LwsContext.headroom)
    bytes += payload
    queue.append((bytes, kind))
    backlog += payload.count
    if backlog > Self.maxBacklog { return drop() }
    lws_callback_on_writable(wsi)
  }

  private func deliver(_ text: UnsafeRawBufferPointer) {
    guard isValidUTF8(text.bytes) else { return close(code: 1007, reason: "text is not UTF-8") }
    delegate?.received(text, from: self)
  }
}

/// A short frame as a client must send it.
private func masked(_ frame: [UInt8]) -> [UInt8] {
  let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
  return [frame[0], frame[1] | 0x80] + mask + frame.dropFirst(2).enumerated().map { $1 ^ mask[$0 & 3] }
}
