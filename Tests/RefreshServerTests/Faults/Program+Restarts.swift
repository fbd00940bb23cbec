import Foundation
import Glibc

extension Program {
  /// A port that is free, and outside the range from which the system takes those of clients: a client that tries a
  /// port of that range while nobody listens can get a connection to itself.
  static func freePort() throws -> Int {
    for port in (20_000...29_999).shuffled() {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let bound = withUnsafeBytes(of: &address) { bytes in
        bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      if bound == 0 { return port }
    }
    throw Silence(description: "no port is free")
  }

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
