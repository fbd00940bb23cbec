import Foundation
import Glibc
import RefreshWire
import Testing

@testable import RefreshServer

/// The real server with a configuration file that a test writes anew.
struct ReloadingServer {
  let program: Program
  let port: Int
  private let file: ConfigurationFile

  init(_ text: String, _ options: [String] = [], environment: [String: String] = [:]) throws {
    file = try ConfigurationFile(text)
    let database = LiveServer.temporaryFolder() + "/r.sqlite"
    program = try Program(
      ["--listen", "127.0.0.1:0", "--db", database, "--config", file.path] + options, environment: environment
    )
    port = try program.ready()
  }

  var path: String { file.path }
  var live: String { "ws://127.0.0.1:\(port)/live" }
  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// Writes the file anew and waits until the server has read it.
  func reload(_ text: String, until words: String = "feeds: ") throws {
    let before = program.complaints.components(separatedBy: words).count
    try file.write(text)
    program.send(SIGHUP)
    try program.complains(of: words, times: before)
  }

  func titles() async throws -> [String] {
    let feeds = try await HTTP.ask("GET", url("/feeds")).json["feeds"] as? [[String: Any]] ?? []
    return feeds.compactMap { $0["title"] as? String }
  }

  func append(_ text: String, to feed: String) async throws -> Int {
    try await HTTP.ask("POST", url("/feeds/\(feed)/rows"), ["Content-Type": "text/plain"], Data(text.utf8))
      .status
  }

  func texts(_ feed: String) async throws -> [String] {
    try await HTTP.ask("GET", url("/feeds/\(feed)/rows")).texts
  }

  func refresh(_ feed: String, edge: String = "top") async throws -> Answer {
    try await HTTP.ask("POST", url("/feeds/\(feed)/refresh?wait=1&edge=\(edge)"))
  }

  func stop() {
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
