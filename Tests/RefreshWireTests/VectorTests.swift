import RefreshWire
import Testing

@Suite struct VectorTests {
  @Test(arguments: Vectors.all.client)
  func `the server takes a client's message as the vector says`(vector: Vectors.Vector) throws {
    do {
      let message = try decode(vector.content)
      #expect(vector.outcome == "message")
      #expect(text(message.encoded()) == vector.encoded)
      #expect(try decode(message.encoded()) == message)
    } catch .malformed(let reason) {
      #expect(vector.outcome == "malformed")
      #expect(!reason.isEmpty && reason.utf8.count <= 123, "a close frame has room for 123 bytes")
    } catch .error(let error) {
      #expect(vector.outcome == "error")
      #expect(error.code.rawValue == vector.code)
      #expect(error.field == vector.field)
      #expect(error.feed?.text == vector.feed)
      #expect(error.n == vector.n)
      #expect(error.key == vector.key)
      #expect(!error.message.isEmpty)
    }
  }

  @Test(arguments: Vectors.all.server)
  func `a client takes a server's message as the vector says`(vector: Vectors.Vector) throws {
    do {
      guard let message = try decodeServer(vector.content) else {
        #expect(vector.outcome == "ignored")
        return
      }
      #expect(vector.outcome == "message")
      #expect(text(message.encoded()) == vector.encoded)
      #expect(try decodeServer(message.encoded()) == message)
    } catch .malformed {
      #expect(vector.outcome == "malformed")
    } catch .error(let error) {
      #expect(vector.outcome == "error")
      #expect(error.field == vector.field)
    }
  }

  @Test(arguments: Vectors.all.client.filter { $0.outcome != "malformed" })
  func `a message that ends too early is malformed at every length`(vector: Vectors.Vector) {
    let end = vector.content.lastIndex(of: UInt8(ascii: "}"))!
    for length in 0...end {
      #expect(isMalformed(Array(vector.content[..<length])), "\(length) bytes")
    }
  }

  @Test(arguments: Vectors.all.client.filter { $0.outcome != "malformed" })
  func `two messages in one frame are malformed`(vector: Vectors.Vector) {
    #expect(isMalformed(vector.content + vector.content))
    #expect(isMalformed(vector.content + Array("\n".utf8) + vector.content))
  }

  @Test func `the vectors hold every type, phase, reason and outcome`() {
    let client = Vectors.all.client.filter { $0.outcome == "message" }.compactMap(\.encoded)
    let server = Vectors.all.server.filter { $0.outcome == "message" }.compactMap(\.encoded)
    for type in ["subscribe", "unsubscribe", "pointer", "refresh", "cancel", "history", "ping"] {
      #expect(client.contains { $0.hasPrefix(#"{"type":"\#(type)""#) }, "\(type)")
    }
    for type in [
      "hello", "subscribed", "feed", "rows", "pull", "state", "presence", "reply", "history", "heartbeat",
      "error",
      "bye", "pong",
    ] {
      #expect(server.contains { $0.hasPrefix(#"{"type":"\#(type)""#) }, "\(type)")
    }
  }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func decodeServer(_ bytes: [UInt8]) throws(DecodeError) -> ServerMessage? {
  let outcome = bytes.withUnsafeBytes { bytes in
    Result { () throws(DecodeError) in try ServerMessage.decode(bytes) }
  }
  return try outcome.get()
}

func isMalformed(_ bytes: [UInt8]) -> Bool {
  do {
    _ = try decode(bytes)
  } catch .malformed {
    return true
  } catch {}
  return false
}
