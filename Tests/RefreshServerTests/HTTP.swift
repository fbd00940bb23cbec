import Foundation
import FoundationNetworking

/// One HTTP answer, with its JSON body if it has one.
struct Answer {
  let status: Int
  let headers: [AnyHashable: Any]
  let data: Data

  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:] }
  var error: [String: Any] { json["error"] as? [String: Any] ?? [:] }
  var code: String? { error["code"] as? String }
  func integer(_ name: String) -> Int? { json[name] as? Int }
  func text(_ name: String) -> String? { json[name] as? String }
  var texts: [String] { (json["rows"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String } }
}

extension LiveServer {
  func get(_ path: String) async throws -> Answer { try await ask("GET", path) }

  func post(
    _ path: String, _ body: String = "", type: String = "text/plain", key: String? = nil
  ) async throws -> Answer {
    var headers = ["Content-Type": type]
    headers["Idempotency-Key"] = key
    return try await ask("POST", path, headers, Data(body.utf8))
  }

  func ask(_ method: String, _ path: String, _ headers: [String: String] = [:], _ body: Data? = nil)
    async throws
    -> Answer
  {
    try await HTTP.ask(method, url(path), headers, body)
  }
}

enum HTTP {
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    return URLSession(configuration: configuration)
  }()

  static func ask(_ method: String, _ url: URL, _ headers: [String: String] = [:], _ body: Data? = nil)
    async throws
    -> Answer
  {
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.timeoutInterval = 60
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body
    let (data, response) = try await session.data(for: request)
    let http = response as! HTTPURLResponse
    return Answer(status: http.statusCode, headers: http.allHeaderFields, data: data)
  }
}
