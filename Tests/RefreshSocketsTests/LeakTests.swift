import Glibc
import Testing

@Suite struct LeakTests {
  @Test func `a server and a client give their own descriptors back`() throws {
    // Other tests open and close sockets meanwhile: a loss at each of many rounds would still stand out.
    let before = eventDescriptors()
    for _ in 0..<60 {
      let server = try TestServer()
      #expect(RawClient(server.port)?.handshake()?.status == 101)
      server.stop()
    }
    for _ in 0..<6 {
      let client = try TestClient()
      client.stop()
    }
    #expect(eventDescriptors() - before < 60)
  }
}

/// How many event descriptors, which is what loops and contexts are made of, the process has.
private func eventDescriptors() -> Int {
  (0..<2_000).count { number in
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let length = readlink("/proc/self/fd/\(number)", text.baseAddress!, 64)
      return length > 0
        && String(decoding: UnsafeRawBufferPointer(text)[..<length], as: UTF8.self).contains("eventfd")
    }
  }
}
