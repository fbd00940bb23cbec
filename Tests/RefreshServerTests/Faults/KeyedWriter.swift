import Foundation
import Synchronization

/// Appends rows over HTTP, each request with a key, and asks again until it is acknowledged, whatever happens to the
/// server meanwhile.
final class KeyedWriter: Sendable {
  private let url: URL
  private let name: String
  private let rows = Mutex<[String]>([])
  private let isStopped = Mutex(false)

  init(port: Int, name: String) {
    url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!
    self.name = name
  }

  /// The texts that were acknowledged, in order.
  var acknowledged: [String] { rows.withLock { $0 } }

  func stop() { isStopped.withLock { $0 = true } }

  /// Writes until it is stopped.
  func write(every pause: Duration) async throws {
    for request in 1... {
      let texts = (0...(request % 3)).map { "\(name)-\(request)-\($0)" }
      let headers = ["Content-Type": "text/plain", "Idempotency-Key": "\(name)-\(request)"]
      let body = Data(texts.joined(separator: "\n").utf8)
      while (try? await HTTP.ask("POST", url, headers, body))?.status != 201 {
        try await Task.sleep(for: .milliseconds(20))
      }
      rows.withLock { $0 += texts }
      if isStopped.withLock({ $0 }) { return }
      try await Task.sleep(for: pause)
    }
  }
}
