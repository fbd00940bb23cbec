import TestSupport

/// A connection that stays open, on which a test says bytes and reads until it has seen what it waits for.
final class HeldSocket {
  private let socket: BareSocket
  private(set) var received = ""

  init(port: Int) throws { socket = try BareSocket(port: port) }

  func send(_ text: String) throws {
    guard socket.send(text) else { throw Silence(description: "the bytes did not go out") }
  }

  /// The test has nothing more to say.
  func finish() { socket.finish() }

  /// Reads until a text has come.
  func read(until text: String) throws {
    while !received.contains(text) {
      guard try readSome() else { throw Silence(description: "no '\(text)' but '\(received)'") }
    }
  }

  /// Reads until the other end has nothing more to say.
  func readAll() throws {
    while try readSome() {}
  }

  private func readSome() throws -> Bool {
    switch socket.read(65_536) {
    case .bytes(let part):
      received += String(decoding: part, as: UTF8.self)
      return true
    case .end: return false
    case .nothing, .reset: throw Silence(description: "nothing came after '\(received)'")
    }
  }
}
