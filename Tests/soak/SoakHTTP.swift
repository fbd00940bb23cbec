import Foundation
import FoundationNetworking

/// Requests over HTTP.
enum SoakHTTP {
  private static let session = URLSession(configuration: .ephemeral)

  static func ask(_ method: String, _ url: URL, key: String? = nil, body: String? = nil) async throws
    -> (status: Int, json: [String: Any])
  {
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.timeoutInterval = 15
    if let key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
    if let body {
      request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(body.utf8)
    }
    let (data, response) = try await session.data(for: request)
    let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
  }

  /// All rows of the feed main, page by page.
  static func rows(_ server: SoakServer) async throws -> [String] {
    var texts: [String] = []
    while true {
      let page = try await ask("GET", server.url("/feeds/main/rows?limit=1000&after_seq=\(texts.count)"))
      let rows = (page.json["rows"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
      guard page.status == 200 else { throw SoakError(description: "rows were answered with \(page.status)") }
      if rows.isEmpty { return texts }
      texts += rows
    }
  }
}
