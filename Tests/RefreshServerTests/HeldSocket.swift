import Glibc

/// A connection that stays open, on which a test says bytes and reads until it has seen what it waits for.
final class HeldSocket {
  private let descriptor: Int32
  private(set) var received = ""

  init(port: Int) throws {
    descriptor = try BareSocket.connected(to: port)
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Silence(description: "the bytes did not go out")
    }
  }

  /// The test has nothing more to say.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

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
    var part = [UInt8](repeating: 0, count: 65_536)
    let got = recv(descriptor, &part, part.count, 0)
    guard got >= 0 else { throw Silence(description: "nothing came after '\(received)'") }
    received += String(decoding: part[..<got], as: UTF8.self)
    return got > 0
  }
}
