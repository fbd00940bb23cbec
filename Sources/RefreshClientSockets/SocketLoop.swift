import RefreshLoop
import RefreshSockets

/// The thread on which connections are: it ends, and gives back what it had, when nobody holds this any more.
final class SocketLoop: Sendable {
  /// What only the loop's thread touches.
  private final class Confined: @unchecked Sendable {
    let client: SocketClient
    init(_ client: SocketClient) { self.client = client }
  }

  let loop: EventLoop
  private let confined: Confined

  /// - Throws: `LoopError` or `SocketError` if the system has no descriptors, memory or libwebsockets for it.
  init() throws {
    let loop = try EventLoop()
    do {
      confined = Confined(try SocketClient(on: loop))
    } catch {
      loop.close()
      throw error
    }
    self.loop = loop
    LoopThread { [confined] in
      loop.run()
      loop.close()
      // Until here it is told of the ends of its connections.
      withExtendedLifetime(confined) {}
    }.detach()
  }

  // The last to hold this may be the thread itself, so nobody waits for its end.
  deinit {
    loop.post { [loop, confined] in
      confined.client.close()
      loop.stop()
    }
  }

  /// Runs a job on the thread, in the order posted.
  func post(_ job: @escaping @Sendable (SocketClient) -> Void) {
    loop.post { [confined] in job(confined.client) }
  }
}
