import Testing

@testable import RefreshServer

/// Mistakes are told as they stand in the file, and none hides another.
@Suite struct MistakeOrderTests {
  @Test func `a name that is none, or is there twice, hides nothing of what is wrong inside`() throws {
    let mistakes = try ConfigurationFile(
      """
      { feeds: {
        Main: { titel: 1,
          source: { command: 'x', environment: { '': 1 } },
          top: 'heder' },
        a: { source: { http: 'http://x/', headers: { '': 1 } }, top: 'header' },
        a: { titel: 1 },
      } }
      """
    ).mistakes()
    let expected = [
      "2: feeds.Main: a feed's name is 1 to 64", "2: feeds.Main.titel: a feed has no such field",
      "3: feeds.Main.source.environment.: a variable's name is not empty",
      "3: feeds.Main.source.environment.: must be a text", "4: feeds.Main.top: must be",
      "5: feeds.a.source.headers.: a header's name is not empty",
      "5: feeds.a.source.headers.: must be a text",
      "6: feeds.a: is there twice; the first one is in line 5", "6: feeds.a.titel: a feed has no such field",
    ]
    #expect(mistakes.count == expected.count, "\(mistakes.joined(separator: "\n"))")
    for (mistake, expected) in zip(mistakes, expected) { #expect(mistake.hasPrefix(expected), "\(mistake)") }
  }

  @Test func `a name with control characters in it says nothing to the terminal`() throws {
    let mistakes = try ConfigurationFile(#"{ feeds: { "\u001b[31m": {}, a: {} }, "\u001b[5mx\n": 1 }"#)
      .mistakes()
    #expect(mistakes.count == 2)
    for mistake in mistakes {
      #expect(!mistake.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(mistake)")
    }
  }

  @Test func `mistakes of one line are told from left to right`() throws {
    let mistakes = try ConfigurationFile(
      "{ zeta: 1, feeds: { a: { colour: 1, source: 'gopher:', top: { preset: 'header', slip: 1, slop: 'x' } } }, log: 1 }"
    ).mistakes()
    let fields = mistakes.compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(
      fields == [
        "zeta:", "feeds.a.colour:", "feeds.a.source:", "feeds.a.top.slip:", "feeds.a.top.slop:", "log:",
      ],
      "\(mistakes)")
  }

  @Test func `of more mistakes than are told, the first ones of the file are, whatever is looked at first`()
    throws
  {
    let strange = (0..<400).map { "x\($0): 1" }.joined(separator: ",\n")
    let feeds = (0..<900).map { "f\($0): { titel: 1, keep: 5 }" }.joined(separator: ",\n")
    let mistakes = try ConfigurationFile("{ \(strange),\nfeeds: {\n\(feeds) } }").mistakes()
    #expect(mistakes.count == 1_001)
    let fields = mistakes.map { $0.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    let all =
      (0..<400).map { "x\($0):" } + (0..<300).flatMap { ["feeds.f\($0).titel:", "feeds.f\($0).keep:"] }
    #expect(Array(fields.prefix(1_000)) == all)
    #expect(mistakes.last?.hasSuffix(" and 1200 mistakes more") == true, "\(mistakes.last ?? "")")
  }

  @Test func `a look at a file tells mistakes and warnings in the file's order, and which are which`() throws
  {
    let file = try ConfigurationFile(
      "{ feeds: {\n a: { source: 'lines' },\n b: { titel: 1 },\n c: { source: 'lines' },\n} }")
    let (text, status) = try ConfigurationCommand(["check", file.path]).carryOut(environment: [:])
    #expect(status == 78)
    let lines = text.split(separator: "\n").map { $0.dropFirst(file.path.count) }
    #expect(lines.count == 3, "\(text)")
    #expect(lines[0].hasPrefix(":2: warning: feeds.a: nothing ever runs"))
    #expect(lines[1].hasPrefix(":3: feeds.b.titel: "))
    #expect(lines[2].hasPrefix(":4: warning: feeds.c: nothing ever runs"))
  }

  @Test func `an empty list of quiet times is none`() throws {
    let settings = try ConfigurationFile(
      "{ feeds: { a: { source: 'lines', top: 'header', schedule: { every: '5m', quiet: [] } } } }"
    ).settings()
    #expect(settings.feeds.first?.schedule == Schedule(every: 300_000))
  }
}
