import Foundation
import TestSupport

extension Program {
  /// A port for a server that is started again on it.
  static func freePort() throws -> Int { try FreePort.find() }

  /// All rows of the feed main, read page by page over HTTP.
  static func rows(port: Int) async throws -> [String] {
    var texts: [String] = []
    while true {
      let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows?limit=1000&after_seq=\(texts.count)")!
      let page = try await HTTP.ask("GET", url)
      guard page.status == 200 else { throw Silence(description: "\(page.status) \(page.error)") }
      if page.texts.isEmpty { return texts }
      texts += page.texts
    }
  }
}
