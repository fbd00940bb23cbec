import Foundation
import Synchronization

/// Appends rows with keys, and asks again until each request is acknowledged.
final class SoakWriter: Sendable {
  private let server: SoakServer
  private let name: String
  private let state = Mutex((rows: [String](), isStopped: false))

  init(_ name: String, _ server: SoakServer) {
    self.name = name
    self.server = server
  }

  /// The acknowledged texts, in order.
  var acknowledged: [String] { state.withLock { $0.rows } }
  func stop() { state.withLock { $0.isStopped = true } }

  func run() async throws {
    let url = server.url("/feeds/main/rows")
    for request in 1... {
      let texts = (0...(request % 3)).map { "\(name) \(request).\($0)" }
      let body = texts.joined(separator: "\n")
      while (try? await SoakHTTP.ask("POST", url, key: "\(name)-\(request)", body: body))?.status != 201 {
        try await Task.sleep(for: .milliseconds(100))
      }
      let isStopped = state.withLock {
        $0.rows += texts
        return $0.isStopped
      }
      if isStopped { return }
      try await Task.sleep(for: .milliseconds(400))
    }
  }
}
