import Foundation
import RefreshWire
import Synchronization
import TestSupport

/// Follows a feed on bare sockets that it cuts after so many bytes, wherever in a frame that is, and keeps what whole
/// frames brought: a client of its own making, that has nothing of the Swift client in it.
final class BareFollower: Sendable {
  struct List: Sendable {
    var first = 1
    var texts: [String] = []
    var position: String?
    /// Resets that came although it had a position.
    var resets: [String] = []
    /// Rows that did not continue the list.
    var misfits = 0
    var cuts = 0
    var cutsInFrame = 0

    var last: Int { first + texts.count - 1 }
  }

  private struct Guarded {
    var list = List()
    /// The last row, once nothing more is cut: the follower ends there.
    var goal: Int?
    var isGivenUp = false
  }

  private let port: Int
  private let chance: Chance
  private let guarded = Mutex(Guarded())

  init(port: Int, seed: Int) {
    self.port = port
    chance = Chance(seed: seed)
    Thread { [self] in run() }.start()
  }

  var list: List { guarded.withLock { $0.list } }

  /// Cuts nothing any more, and ends at a row.
  func finish(at goal: Int) { guarded.withLock { $0.goal = goal } }
  func giveUp() { guarded.withLock { $0.isGivenUp = true } }

  private var isDone: Bool {
    guarded.withLock { $0.isGivenUp || $0.goal.map { [list = $0.list] in list.last >= $0 } ?? false }
  }

  private func run() {
    while !isDone {
      if let socket = try? BareSocket(port: port, patience: 100) {
        follow(socket)
      } else {
        usleep(UInt32(chance.number(in: 5_000...60_000)))
      }
    }
  }

  /// One connection, up to its end or its cut.
  private func follow(_ socket: BareSocket) {
    let isCalm = guarded.withLock { $0.goal != nil }
    var budget = isCalm ? Int.max : chance.number(in: 0...5_000)
    var buffer: [UInt8] = []
    var isUpgraded = false
    socket.send(BareSocket.handshake(["Sec-WebSocket-Protocol: refresh.v1"]))
    while budget > 0, !isDone {
      guard let bytes = socket.receive(min(budget, 4_096)) else { return }
      budget -= bytes.count
      buffer += bytes
      if !isUpgraded {
        guard let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
        buffer.removeFirst(end.upperBound)
        isUpgraded = true
        subscribe(on: socket)
      }
      while let frame = Self.frame(in: &buffer) {
        if frame.opcode == 9 { socket.send(BareSocket.frame("pppp", opcode: 10)) }
        if frame.opcode == 1 { take(frame.payload) }
      }
    }
    if !isDone { cut(socket, inFrame: isUpgraded && !buffer.isEmpty) }
  }

  private func subscribe(on socket: BareSocket) {
    let after = list.position.map { #","after":"\#($0)""# } ?? ""
    socket.send(BareSocket.frame(#"{"type":"subscribe","feed":"main","tail":1000\#(after)}"#))
  }

  /// Ends the connection: in order or with a reset, and half of the time in the middle of a frame of its own.
  private func cut(_ socket: BareSocket, inFrame: Bool) {
    guarded.withLock {
      $0.list.cuts += 1
      if inFrame { $0.list.cutsInFrame += 1 }
    }
    if chance.number(in: 0...1) == 0 {
      let frame = BareSocket.frame(#"{"type":"refresh","feed":"main"}"#)
      socket.send(Array(frame[..<chance.number(in: 1...(frame.count - 1))]))
    }
    if chance.number(in: 0...1) == 0 { socket.resetAtEnd() }
  }

  private func take(_ payload: [UInt8]) {
    guard let message = try? payload.withUnsafeBytes({ try ServerMessage.decode($0) }) else { return }
    guarded.withLock { guarded in
      switch message {
      case .subscribed(let message):
        guard case .reset(let why) = message.mode else { return }
        if guarded.list.position != nil { guarded.list.resets.append(why.rawValue) }
        guarded.list.position = message.pos
        guarded.list.texts = []
      case .rows(let message):
        if guarded.list.texts.isEmpty { guarded.list.first = message.first }
        if message.first != guarded.list.last + 1 { guarded.list.misfits += 1 }
        guarded.list.texts += message.rows.map(\.text)
        guarded.list.position = message.pos
      default: break
      }
    }
  }

  /// Takes a whole frame of a server off the front; `nil` if there is none.
  private static func frame(in buffer: inout [UInt8]) -> (opcode: UInt8, payload: [UInt8])? {
    guard buffer.count >= 2 else { return nil }
    var length = Int(buffer[1] & 0x7f)
    var header = 2
    if length >= 126 {
      header = length == 126 ? 4 : 10
      guard buffer.count >= header else { return nil }
      length = buffer[2..<header].reduce(0) { $0 << 8 | Int($1) }
    }
    guard buffer.count >= header + length else { return nil }
    defer { buffer.removeFirst(header + length) }
    return (buffer[0] & 0x0f, Array(buffer[header..<(header + length)]))
  }
}
