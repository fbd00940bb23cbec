import Foundation
import RefreshEngine
import Testing

@testable import RefreshServer

/// Every mistake of a file is told at once, with its line, its field, and what to write.
@Suite struct ConfigurationMistakeTests {
  @Test func `ten mistakes are ten lines, each with its line and its field`() throws {
    let mistakes = try ConfigurationFile(
      """
      {
        listen: "8080",
        colour: "red",
        tokens: [
          { role: "pul", hash: "sha256:12" },
        ],
        settings: { heartbeat: "often", "keep-row": 5 },
        feeds: {
          Main: {},
          a: {
            source: "gopher:x",
            top: { threshold: 0, deadline: -1 },
          },
          b: { order: "newest-first", source: "lines", bottom: "footer" },
          b: { source: "lines" },
        },
      }
      """
    ).mistakes()
    let expected = [
      "2: listen: must be HOST:PORT",
      "3: colour: the configuration has no such field; there are listen,",
      "5: tokens[0].role: must be \"view\", \"pull\", \"append\" or \"admin\", not \"pul\"; did you mean pull?",
      "5: tokens[0].hash: must be sha256: and 64 hexadecimal digits",
      "7: settings.heartbeat: must be milliseconds, or a text such as 30s",
      "7: settings.keep-row: settings has no such field; did you mean keep-rows?",
      "9: feeds.Main: a feed's name is 1 to 64",
      "11: feeds.a.source: unknown source \"gopher:x\"",
      "12: feeds.a.top.preset: is missing: write the one that fills the rest: overlay, footer or header",
      "12: feeds.a.top.threshold: threshold is 0; use a number above 0",
      "12: feeds.a.top.deadline: must be milliseconds",
      "14: feeds.b.bottom: a list that shows the newest first",
      "15: feeds.b: is there twice; the first one is in line 14",
    ]
    #expect(mistakes.count == expected.count, "\(mistakes.joined(separator: "\n"))")
    for (mistake, expected) in zip(mistakes, expected) { #expect(mistake.hasPrefix(expected), "\(mistake)") }
    #expect(!mistakes.joined().contains("sha256:12"))
  }

  @Test(arguments: [
    ("open: 1", "open: must be true or false, not 1"), ("tls: { cert: 'a' }", "tls.key: is missing"),
    ("origins: ['*']", "origins[0]: write an origin"), ("origins: 1", "origins: must be a list of origins"),
    ("trustedProxies: ['proxy', 1]", "trustedProxies[1]: must be a text"),
    ("log: 'loud'", "log: must be \"error\""),
    ("db: ''", "db: must be the path of a file"),
    ("listen: '0.0.0.0:80'", "listen: 0.0.0.0:80 can be reached"),
    ("settings: { ping: '50s' }", "settings.silence: silence (40000 ms) must be longer than ping"),
    (
      "settings: { 'max-body': '1TiB' }",
      "must be bytes, or a text such as 64KiB, 4MiB or 10MB, from 256 to 268435456"
    ),
    (
      "settings: { 'far-rows': 1.5 }", "settings.far-rows: must be a whole number from 0 to 10000000, not 1.5"
    ),
    ("settings: { heartbeat: 1e999 }", "settings.heartbeat: that number is too large"),
    ("settings: { heartbeat: Infinity }", "settings.heartbeat: Infinity and NaN are no numbers"),
    ("tokens: [{ role: 'pull', hash: 1, feeds: [] }]", "tokens[0].feeds: must be a list of feeds' names"),
    (
      "tokens: [{ role: 'pull', hash: 'x', feeds: ['aa'] }]",
      "tokens[0].feeds[0]: there is no feed aa; did you mean a?"
    ),
    ("tokens: {}", "tokens: must be a list of tokens"), ("db: '\\uD800'", "db: \\uD800 is half"),
  ])
  func `a mistake of the server's part is told with its field`(field: String, words: String) throws {
    let mistakes = try ConfigurationFile("{ \(field), feeds: { a: { source: 'lines', top: 'header' } } }")
      .mistakes()
    #expect(mistakes.contains { $0.contains(words) }, "\(mistakes)")
  }

  @Test(arguments: [
    (
      "source: 'lines', top: 'heder'",
      "a.top: must be \"overlay\", \"footer\" or \"header\", not \"heder\"; did you mean header?"
    ),
    ("source: 'lines', top: []", "a.top: must be a preset's name (overlay, footer or header) or an object"),
    ("source: 'lines', top: { preset: 'header', limit: 10 }", "a.top.limit: limit is 10, below threshold"),
    (
      "source: 'lines', top: { preset: 'header', triger: 1 }",
      "a.top.triger: a policy has no such field; did you mean trigger?"
    ),
    (
      "source: 'lines', top: { preset: 'header', trigger: 'now' }",
      "a.top.trigger: must be \"reach\" or \"release\""
    ),
    (
      "source: 'lines', top: { preset: 'header', needsOverflow: 'yes' }",
      "a.top.needsOverflow: must be true or false"
    ),
    ("top: 'header'", "a.source: is missing"), ("source: 1, top: 'header'", "a.source: must be"),
    (
      "source: 'lines', order: 'up', top: 'header'",
      "a.order: must be \"append\" or \"newest-first\", not \"up\""
    ),
    ("source: 'lines', top: 'header', seed: ['x', 2]", "a.seed[1]: must be a text of at most"),
    (
      "source: 'lines', top: 'header', schedule: 'soon'",
      "a.schedule: must be milliseconds, or a text such as 30s"
    ),
    ("source: 'lines', top: 'header', schedule: 5", "a.schedule: must be"),
    ("source: 'lines', top: 'header', schedule: { jitter: 1 }", "a.schedule.every: is missing"),
    (
      "source: 'lines', top: 'header', schedule: { every: '1s', edge: 'bottom' }",
      "a.schedule.edge: the feed has no bottom edge"
    ),
    (
      "source: 'lines', top: 'header', schedule: { every: '1s', quiet: ['25:00-1'] }",
      "a.schedule.quiet[0]: must be a part of the day"
    ),
    (
      "source: 'lines', top: 'header', schedule: { every: '1s', quiet: ['00:00-12:00', '12:00-00:00'] }",
      "a.schedule.quiet: the whole day is quiet"
    ),
    ("source: 'lines', schedule: '5m'", "a.schedule: a schedule needs an edge"),
    (
      "source: 'lines', top: 'header', dedupe: true",
      "a.dedupe: must be \"text\", \"key\", false, or an object"
    ),
    (
      "source: 'lines', top: 'header', dedupe: { by: 'text', window: 0 }",
      "a.dedupe.window: must be a whole number of rows from 1"
    ),
    (
      "source: 'lines', top: 'header', keep: { rows: 0 }",
      "a.keep.rows: must be a whole number of rows from 1 to"
    ),
    ("source: 'lines', top: 'header', keep: { age: 'long' }", "a.keep.age: must be milliseconds"),
    ("source: 'lines', top: 'header', keep: 5", "a.keep: must be an object"),
    ("titel: 'x'", "a.titel: a feed has no such field; did you mean title?"),
  ])
  func `a mistake of a feed is told with its field`(fields: String, words: String) throws {
    let mistakes = try ConfigurationFile("{ feeds: { a: { \(fields) } } }").mistakes()
    #expect(mistakes.count == 1 && mistakes[0].contains("1: feeds.\(words)"), "\(mistakes)")
  }

  @Test func `a policy without its preset tells what is wrong with any preset, and no more`() throws {
    let fields = "threshold: 150, limit: 200, rest: -1, settle: '1y', minimumVisible: '5s', deadline: '1s'"
    let mistakes = try ConfigurationFile("{ feeds: { a: { source: 'lines', top: { \(fields) } } } }")
      .mistakes()
    for words in [
      "preset: is missing", "rest: rest is -1", "settle: must be", "deadline: deadline is 1000 ms, below",
    ] {
      #expect(mistakes.contains { $0.contains("feeds.a.top.\(words)") }, "\(mistakes)")
    }
    #expect(mistakes.count == 4, "\(mistakes)")
  }

  @Test(arguments: ["[]", "{ feeds: {} }", "{}", "{ feeds: [] }", "5"])
  func `what is no configuration is told`(text: String) throws {
    #expect(try ConfigurationFile(text).mistakes().count == 1)
  }

  @Test(arguments: [("", "1:1: found the end"), ("{\n  feeds: }", "2:10: found '}', expected a value")])
  func `what is no JSON5 is told with line and column`(text: String, words: String) throws {
    let mistakes = try ConfigurationFile(text).mistakes()
    #expect(mistakes.count == 1 && mistakes[0].hasPrefix(words), "\(mistakes)")
  }

  @Test func `a missing file is told by its name`() throws {
    guard case .serve(let options) = try Invocation(["--config", "/no/such/file.json"]) else { return }
    let error = #expect(throws: StartError.self) { try Settings(options, environment: ["HOME": "/h"]) }
    #expect(error?.code == .configuration)
    #expect(error?.message.contains("/no/such/file.json") == true)
  }

  @Test func `of a hundred thousand mistakes the first thousand are told`() throws {
    let fields = (0..<100_000).map { "x\($0): 1" }.joined(separator: ",\n")
    let mistakes = try ConfigurationFile("{ feeds: { a: {} },\n\(fields) }").mistakes()
    #expect(mistakes.count == 1_001)
    #expect(mistakes.last?.hasSuffix(" and 99000 mistakes more") == true)
  }
}
