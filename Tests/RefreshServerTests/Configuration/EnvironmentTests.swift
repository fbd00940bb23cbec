import Foundation
import RefreshEngine
import Testing

@testable import RefreshServer

/// Every option of the server as a variable.
@Suite struct EnvironmentTests {
  private func settings(_ environment: [String: String], _ arguments: [String] = []) throws -> Settings {
    guard case .serve(let options) = try Invocation(arguments) else { throw StartError(.usage, "not serve") }
    return try Settings(options, environment: environment.merging(["HOME": "/h"]) { $1 })
  }

  @Test func `options come from variables`() throws {
    let settings = try settings([
      "REFRESHD_LISTEN": "0.0.0.0:9000", "REFRESHD_OPEN": "true", "REFRESHD_DB": "/tmp/x.sqlite",
      "REFRESHD_SOURCE": "command:date", "REFRESHD_KEEP_ROWS": "9", "REFRESHD_HEARTBEAT": "5s",
      "REFRESHD_ORIGIN": "https://a.example https://b.example", "REFRESHD_LOG": "debug",
      "REFRESHD_MINIMUM_VISIBLE": "100", "REFRESHD_TRUSTED_PROXY": "10.0.0.7", "REFRESHD_WEB": "",
      "REFRESHD_SERVER": "http://room.lan:8080", "REFRESHD_TOKEN": "rt_0123456789abcdefghij",
    ])
    #expect(settings.listen.text == "0.0.0.0:9000")
    #expect(settings.database == "/tmp/x.sqlite")
    #expect(settings.feeds.map(\.name.text) == ["main"])
    #expect(settings.tunables.keepRows == 9)
    #expect(settings.tunables.heartbeat == 5_000)
    #expect(settings.origins.map(\.text) == ["https://a.example", "https://b.example"])
    #expect(settings.trustedProxies.count == 1)
    #expect(settings.logLevel == .debug)
    #expect(settings.feeds[0].policy.top?.minimumVisible == 100)
  }

  @Test func `the command line counts before a variable, and that before the file`() throws {
    let file = try ConfigurationFile(
      """
      { listen: "127.0.0.1:1", db: "/file", log: "error", origins: ["https://file.example"],
        settings: { heartbeat: 1000, "keep-rows": 1, "far-rows": 1 }, feeds: { a: { source: "lines", top: "header" } } }
      """)
    let environment = [
      "REFRESHD_CONFIG": file.path, "REFRESHD_LISTEN": "127.0.0.1:2", "REFRESHD_DB": "/variable",
      "REFRESHD_KEEP_ROWS": "2", "REFRESHD_HEARTBEAT": "2000", "REFRESHD_ORIGIN": "https://variable.example",
      "REFRESHD_DEADLINE": "2000", "REFRESHD_COOLDOWN": "2",
    ]
    let settings = try settings(
      environment, ["--listen", "127.0.0.1:3", "--heartbeat", "3s", "--deadline", "3s"])
    #expect(settings.listen.port == 3)
    #expect(settings.database == "/variable")
    #expect(settings.logLevel == .error)
    #expect(settings.tunables.heartbeat == 3_000)
    #expect(settings.tunables.keepRows == 2)
    #expect(settings.tunables.farRows == 1)
    #expect(settings.origins.map(\.text) == ["https://file.example", "https://variable.example"])
    #expect(settings.feeds[0].policy.top?.deadline == 3_000)
    #expect(settings.feeds[0].policy.top?.cooldown == 2)
    // A source on the command line takes the place of the file that a variable names.
    #expect(try self.settings(environment, ["--source", "lines"]).feeds.map(\.name.text) == ["main"])
  }

  @Test(arguments: [
    ("REFRESHD_LISTEN", "8080", "REFRESHD_LISTEN 8080: write HOST:PORT"),
    ("REFRESHD_OPEN", "yes", "REFRESHD_OPEN yes: write true or false"),
    ("REFRESHD_TOKENS", "secret", "REFRESHD_TOKENS: write ROLE:HASH"),
    ("REFRESHD_TOKEN", "pull:sha256:00", "those that the server lets in are in REFRESHD_TOKENS"),
    ("REFRESHD_KEEP_ROWS", "-1", "REFRESHD_KEEP_ROWS -1: write a whole number from 0"),
    ("REFRESHD_KEEP_ROW", "1", "REFRESHD_KEEP_ROW is none of refreshd's; did you mean REFRESHD_KEEP_ROWS?"),
    ("REFRESHD_COLOUR", "1", "REFRESHD_COLOUR is none of refreshd's"),
    ("REFRESHD_TRIGGER", "now", "REFRESHD_TRIGGER now: write reach|release"),
    ("REFRESHD_TLS_CERT", "a", "--tls-key belong together"),
  ])
  func `a variable that is wrong, or that there is not, is named`(name: String, value: String, words: String)
    throws
  {
    let error = #expect(throws: StartError.self) { try settings([name: value]) }
    #expect(error?.code == .usage)
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    #expect(error?.message.contains("secret") == false)
  }

  @Test func `a command for the database finds it in a variable, too`() throws {
    guard case .maintain(let check) = try Invocation(["check"], environment: ["REFRESHD_DB": "/v"]) else {
      return
    }
    #expect(check.database == "/v")
    guard
      case .maintain(let other) = try Invocation(["check", "--db", "/f"], environment: ["REFRESHD_DB": "/v"])
    else { return }
    #expect(other.database == "/f")
  }
}
