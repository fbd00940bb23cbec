import Foundation
import RefreshEngine
import RefreshSockets
import Testing

@testable import RefreshServer

@Suite struct ConfigurationTests {
  private func settings(_ text: String) throws -> Settings {
    let file = LiveServer.temporaryFolder() + "/refreshd.json"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    guard case .serve(let options) = try Invocation(["--config", file]) else {
      throw StartError(.usage, "not serve")
    }
    return try Settings(options, environment: ["HOME": "/h"])
  }

  private func mistakes(_ text: String) -> StartError? {
    do {
      _ = try settings(text)
      return nil
    } catch {
      return error as? StartError
    }
  }

  @Test func `feeds, policies and bounds come from the file`() throws {
    let settings = try settings(
      """
      {
        // comments are welcome
        listen: "127.0.0.1:9000", db: "/tmp/x.sqlite", log: "debug",
        origins: ["https://example.org", "http://room.lan:8080/"],
        trustedProxies: ["10.0.0.7", "fd00::/8"],
        settings: { heartbeat: 1000, "far-rows": 7, "address-connections": 9, "handshake-burst": 3 },
        feeds: {
          disks: { title: "Disks", order: "newest-first", source: "command:df -h",
                   top: { preset: "header", deadline: 5000, threshold: 80 } },
          news: { source: "command:cat news", bottom: "footer" },
        },
      }
      """)
    #expect(settings.listen.port == 9_000)
    #expect(settings.origins.map(\.text) == ["https://example.org", "http://room.lan:8080"])
    #expect(settings.sockets.trustedProxies == ["10.0.0.7", "fd00::/8"].map { IPNetwork($0)! })
    #expect(settings.sockets.addressConnections == 9)
    #expect(settings.sockets.handshakes == RateLimit(2_000, burst: 3))
    #expect(settings.tunables.heartbeat == 1_000)
    #expect(settings.tunables.farRows == 7)
    #expect(settings.feeds.map(\.name.text) == ["disks", "news"])
    #expect(settings.feeds[0].policy.top?.threshold == 80)
    #expect(settings.feeds[0].policy.top?.deadline == 5_000)
    #expect(settings.feeds[1].policy.bottom == EdgePolicy(preset: .footer))
  }

  @Test func `every mistake is told at once, with its field`() throws {
    let error = try #require(
      mistakes(
        """
        { listen: "8080", colour: 1, origins: ["*", 1, "null"], trustedProxies: ["proxy", 1],
          settings: { heartbeat: "often", speed: 1, "address-connections": 0 },
          feeds: { Main: {}, a: { source: "gopher:", order: "up", top: { preset: "header", threshold: 0 } },
                   b: { order: "newest-first", source: "lines", bottom: "footer" } } }
        """))
    #expect(error.code == .configuration)
    for field in [
      "listen", "colour", "origins[0]", "origins[1]", "settings.heartbeat", "settings.speed",
      "settings.address-connections", "trustedProxies[0]", "trustedProxies[1]", "feeds.Main",
      "feeds.a.source",
      "feeds.a.order",
      "feeds.a.top.threshold", "feeds.b.bottom",
    ] {
      #expect(error.message.contains("\(field): "), "\(field) in \(error.message)")
    }
  }

  @Test(arguments: ["", "{", "[]", "{ feeds: {} }"])
  func `what is no configuration is told, status 78`(text: String) throws {
    #expect(mistakes(text)?.code == .configuration)
  }

  @Test func `a missing file is told by its name`() throws {
    guard case .serve(let options) = try Invocation(["--config", "/no/such/file.json"]) else { return }
    let error = #expect(throws: StartError.self) { try Settings(options, environment: ["HOME": "/h"]) }
    #expect(error?.code == .configuration)
    #expect(error?.message.contains("/no/such/file.json") == true)
  }
}
