import Foundation
import RefreshEngine
import RefreshSockets
import RefreshSources
import RefreshStore
import RefreshWire
import Testing

@testable import RefreshServer

/// What a configuration file means.
@Suite struct ConfigurationTests {
  private func feed(_ fields: String) throws -> FeedSettings {
    let settings = try ConfigurationFile("{ feeds: { a: { \(fields) } } }").settings()
    return try #require(settings.feeds.first)
  }

  @Test func `feeds, policies and bounds come from the file, in its order`() throws {
    let settings = try ConfigurationFile(
      """
      {
        // comments are welcome
        listen: "127.0.0.1:9000", db: "/tmp/x.sqlite", log: "debug",
        origins: ["https://example.org", "http://room.lan:8080/"],
        trustedProxies: ["10.0.0.7", "fd00::/8"],
        settings: { heartbeat: "1s", "far-rows": 7, "address-connections": 9, "handshake-burst": 3,
                    "max-body": "8MiB" },
        feeds: {
          news: { source: "command:cat news", bottom: "footer" },
          disks: { title: "Disks", order: "newest-first", source: "command:df -h", workTime: "2s",
                   top: { preset: "header", deadline: "1m30s", threshold: 80 } },
        },
      }
      """
    ).settings()
    #expect(settings.listen.port == 9_000)
    #expect(settings.origins.map(\.text) == ["https://example.org", "http://room.lan:8080"])
    #expect(settings.sockets.trustedProxies == ["10.0.0.7", "fd00::/8"].map { IPNetwork($0)! })
    #expect(settings.sockets.addressConnections == 9)
    #expect(settings.sockets.handshakes == RateLimit(2_000, burst: 3))
    #expect(settings.sockets.maxBody == 8_388_608)
    #expect(settings.tunables.heartbeat == 1_000)
    #expect(settings.tunables.farRows == 7)
    #expect(settings.feeds.map(\.name.text) == ["news", "disks"])
    #expect(settings.feeds[1].policy.top?.threshold == 80)
    #expect(settings.feeds[1].policy.top?.deadline == 90_000)
    #expect(settings.feeds[1].workTime == 2_000)
    #expect(settings.feeds[0].policy.bottom == EdgePolicy(preset: .footer))
    #expect(settings.warnings.isEmpty)
  }

  @Test(arguments: [
    ("\"5m\"", Schedule(every: 300_000)), ("1000", Schedule(every: 1_000)),
    (
      "{ every: \"1h\", jitter: \"10s\", quiet: [\"22:00-06:00\", \"12:00-13:00\"], whenWatched: true, edge: \"bottom\" }",
      Schedule(
        every: 3_600_000, jitter: 10_000, quiet: [DaySpan("22:00-06:00")!, DaySpan("12:00-13:00")!],
        onlyWatched: true, edge: .bottom)
    ),
    (
      "{ every: \"2d\", quiet: \"22:00-06:00\" }",
      Schedule(every: 172_800_000, quiet: [DaySpan("22:00-06:00")!])
    ),
  ])
  func `a schedule is a duration, or an object`(text: String, schedule: Schedule) throws {
    #expect(
      try feed("source: 'lines', top: 'header', bottom: 'footer', schedule: \(text)").schedule == schedule)
  }

  @Test(arguments: [
    ("\"text\"", DedupeSetting.by(Dedupe(by: .text))), ("\"key\"", .by(Dedupe(by: .key))), ("false", .never),
    ("{ by: \"key\", window: 500 }", .by(Dedupe(by: .key, window: 500))), ("null", .automatic),
  ])
  func `dedupe is by text or key, over all rows or a window, or not at all`(
    text: String, dedupe: DedupeSetting
  )
    throws
  {
    #expect(try feed("source: 'lines', top: 'header', dedupe: \(text)").dedupe == dedupe)
  }

  @Test func `what a feed keeps is bounded by rows, age, bytes and runs`() throws {
    let keep = try feed(
      "source: 'lines', top: 'header', keep: { rows: 9, age: '1d', bytes: '64KiB', runs: 1 }"
    ).keep
    #expect(keep == Retention(rows: 9, age: 86_400_000, bytes: 65_536, runs: 1))
    #expect(try feed("source: 'lines', top: 'header'").keep.keepsAll)
  }

  @Test func `an edge may have a source of its own, and a feed none at all`() throws {
    let both = try feed(
      "source: 'lines', top: { preset: 'header', source: 'command:date' }, bottom: 'footer'")
    #expect(both.source(at: .top) == (try SourceSpec(parsing: "command:date")))
    #expect(both.source(at: .bottom) == .lines)
    let own = try feed("top: { preset: 'header', source: 'lines' }")
    #expect(own.source == nil)
    #expect(own.source(at: .top) == .lines)
    #expect(try feed("title: 'From outside'").source == nil)
  }

  @Test func `a source that nothing runs is warned of`() throws {
    let file = try ConfigurationFile("{ feeds: {\n  a: { source: 'lines' } } }")
    let warnings = try file.settings().warnings
    #expect(
      warnings == [
        "\(file.path):2: feeds.a: nothing ever runs its source: give the feed a top or a bottom edge"
      ])
  }

  @Test func `a schedule that the cooldown of its edge holds up is warned of`() throws {
    func warnings(_ schedule: String, top: String, bottom: String = "30s") throws -> [String] {
      let file = try ConfigurationFile(
        """
        { feeds: { a: { source: 'lines',
          top: { preset: 'header', cooldown: '\(top)' }, bottom: { preset: 'footer', cooldown: '\(bottom)' },
          schedule: \(schedule) } } }
        """)
      return try file.settings().warnings.map { String($0.dropFirst(file.path.count)) }
    }
    let words = { (edge: String) in
      ":3: feeds.a.schedule: the \(edge) edge's cooldown is longer than every, and waited out each time: "
        + "give the schedule a longer every, or the edge a shorter cooldown"
    }
    #expect(try warnings("'1m'", top: "90s") == [words("top")])
    #expect(try warnings("'90s'", top: "90s") == [])
    #expect(try warnings("'1m'", top: "30s", bottom: "90s") == [])
    #expect(try warnings("{ every: '1m', edge: 'bottom' }", top: "90s") == [])
    #expect(
      try warnings("{ every: '1m', edge: 'bottom' }", top: "30s", bottom: "90s") == [words("bottom")])
  }

  @Test func `an edge that no pull can refresh is warned of`() throws {
    func warnings(_ edge: String) throws -> [String] {
      let file = try ConfigurationFile("{ feeds: { a: { source: 'lines',\n top: { \(edge) } } } }")
      return try file.settings().warnings.map { String($0.dropFirst(file.path.count)) }
    }
    #expect(
      try warnings("preset: 'overlay', trigger: 'release'") == [
        ":2: feeds.a.top: no pull can refresh here: trigger \"release\" wants one beyond the threshold, and the "
          + "limit is at it; make the limit larger, or the trigger \"reach\""
      ])
    #expect(try warnings("preset: 'overlay', trigger: 'release', limit: 105") == [])
    #expect(try warnings("preset: 'header'") == [])
  }

  @Test func `a preset's rest gives way to a limit that is given, also from the file`() throws {
    let policy = try feed("source: 'lines', top: { preset: 'header', threshold: 20, limit: 40 }").policy.top
    #expect(policy?.rest == 40)
  }

  @Test(arguments: [
    ("'command:date'", SourceSpec.command("date")),
    ("{ command: 'date' }", .command("date")),
    (
      "{ command: ['date', '--utc'], directory: '/tmp', environment: { A: 'b', C: { env: 'HIDDEN' } } }",
      .command(
        CommandSpec(run: .program(["date", "--utc"]), directory: "/tmp", environment: ["A": "b", "C": "x"]))
    ),
    ("'https://example.org/x'", .http(HTTPSpec(url: "https://example.org/x"))),
    (
      "{ http: 'http://x/', headers: { A: 'b', C: { env: 'HIDDEN' } }, bearer: { env: 'HIDDEN' }, timeout: '5s', maxBytes: '1MiB', redirects: 0 }",
      .http(
        HTTPSpec(
          url: "http://x/",
          headers: [
            HeaderSpec(name: "A", value: .text("b")), HeaderSpec(name: "C", value: .environment("HIDDEN")),
          ], bearer: "HIDDEN", timeout: 5_000, maxBytes: 1_048_576, redirects: 0))
    ),
    ("{ http: 'http://x/', content: 'lines' }", .http(HTTPSpec(url: "http://x/", content: .lines))),
    ("{ http: 'http://x/', content: 'feed' }", .http(HTTPSpec(url: "http://x/", content: .feed(.title)))),
    (
      "{ http: 'http://x/', item: 'title-link' }",
      .http(HTTPSpec(url: "http://x/", content: .feed(.titleLink)))
    ),
    (
      "{ http: 'http://x/', content: { rows: 'a.b', text: '{c}', key: 'd' } }",
      .http(HTTPSpec(url: "http://x/", content: .json(JSONPlaces(rows: "a.b", text: "{c}", key: "d"))))
    ),
    ("'file:/var/log/x'", .file(FileSpec(path: "/var/log/x"))),
    ("{ file: '/var/log/x', from: 'end' }", .file(FileSpec(path: "/var/log/x", from: .end))),
    ("{ directory: '/in', rows: 'line' }", .directory(DirectorySpec(path: "/in", rows: .line))),
    ("{ sqlite: '/x.db', query: 'SELECT 1, 2' }", .sqlite(SQLiteSpec(path: "/x.db", query: "SELECT 1, 2"))),
  ])
  func `a source is a short text, or an object of its kind`(text: String, source: SourceSpec) throws {
    let file = try ConfigurationFile("{ feeds: { a: { source: \(text), top: 'header' } } }")
    #expect(try file.settings(["HIDDEN": "x"]).feeds[0].source == source)
  }
}
