import Foundation
import RefreshEngine
import RefreshLoop
import RefreshSockets
import Synchronization
import TestSupport

@testable import RefreshServer

/// A real server on a port of its own, with a real database file, in this process.
final class LiveServer: @unchecked Sendable {
  let port: Int
  let database: String
  private let loop: EventLoop
  private let thread: LoopThread
  private let server: Server

  /// Starts a server; `change` may alter its settings.
  init(
    feeds: [FeedSettings] = .demo, database: String? = nil, _ change: (inout Settings) -> Void = { _ in }
  ) throws {
    self.database = database ?? Self.temporaryFolder() + "/test.sqlite"
    var settings = Settings(database: self.database, web: Self.web, feeds: feeds)
    settings.listen = ListenAddress("127.0.0.1:0")!
    settings.logLevel = .error
    change(&settings)
    loop = try EventLoop()
    server = try Server(settings, on: loop)
    port = server.port
    thread = LoopThread { [loop] in
      loop.run()
      loop.close()
    }
  }

  /// Stops it in its orderly way and waits until it has.
  func stop() {
    nonisolated(unsafe) let server = self.server
    loop.post { [loop] in server.drain { loop.stop() } }
    thread.join()
  }

  /// Keeps its loop from doing anything for a while, as one turn that takes long does; it has begun on return.
  func standStill(milliseconds: UInt32) {
    let begun = DispatchSemaphore(value: 0)
    loop.post {
      begun.signal()
      usleep(milliseconds * 1_000)
    }
    begun.wait()
  }

  /// Looks into the server, on its own thread.
  func look<Answer: Sendable>(_ job: @escaping @Sendable (Server) -> Answer) async -> Answer {
    nonisolated(unsafe) let server = self.server
    return await withCheckedContinuation { continuation in
      loop.post { continuation.resume(returning: job(server)) }
    }
  }

  var live: String { "ws://127.0.0.1:\(port)/live" }

  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  static func temporaryFolder() -> String { TemporaryFolder.untilTheEnd() }

  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let web = package.appending(path: "web").path
}
