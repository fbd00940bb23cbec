import Foundation
import Glibc
import Testing

@testable import RefreshServer

/// `refreshd config example` and `refreshd config check`.
@Suite struct ExampleTests {
  /// The example with what it shows in comments, too.
  private var whole: String {
    ExampleConfiguration.text.replacing(/(?m)^( *)\/\/ ("?[A-Za-z-]+"?: .*,)( *\/\/.*)?$/) {
      "\($0.1)\($0.2)"
    }
  }

  @Test func `the example is in order, and a server runs by it`() async throws {
    let printed = try Program(["config", "example"])
    #expect(printed.wait() == 0)
    let file = try ConfigurationFile(try printed.rest())
    let check = try Program(["config", "check", file.path])
    #expect(check.wait() == 0)
    #expect(
      try check.rest()
        == "\(file.path) is in order: 8 feeds (uptime, orders, news, prices, log, inbox, tickets and notes)\n"
    )
    let program = try Program([
      "--config", file.path, "--listen", "127.0.0.1:0", "--db", LiveServer.temporaryFolder() + "/e.sqlite",
    ])
    let url = "http://127.0.0.1:\(try program.ready())/feeds"
    let feeds = try await HTTP.ask("GET", URL(string: url)!).json["feeds"] as? [[String: Any]]
    #expect(
      feeds?.compactMap { $0["title"] as? String } == [
        "Uptime", "Orders", "News", "Prices", "Log", "Inbox", "Tickets", "Notes",
      ])
    #expect(
      try await HTTP.ask("POST", URL(string: url + "/orders/refresh?edge=bottom&wait=1")!).status == 200)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test func `what the example shows in comments is in order, too`() throws {
    let environment = ["UPTIME_PASSWORD": "x", "NEWS_TOKEN": "x"]
    let mistakes = try ConfigurationFile(whole).mistakes(environment).filter {
      !$0.contains("is there twice")
    }
    #expect(mistakes.isEmpty, "\(mistakes)")
  }

  @Test func `every field that is read is in the example`() throws {
    let value = try JSON5Reader.read(Array(whole.utf8))
    let notes = ConfigurationNotes(file: "example")
    var configuration = Configuration(Array("{}".utf8), file: "example", environment: [:])
    // What has no such field says which there are.
    ConfigurationReader(environment: ["UPTIME_PASSWORD": "x", "NEWS_TOKEN": "x"])
      .read(ConfigurationNode(value: Self.marked(value), path: "", notes: notes), into: &configuration)
    var kinds: [String: (known: Set<String>, written: Set<String>)] = [:]
    for mistake in notes.mistakes {
      guard let match = mistake.firstMatch(of: /: ([^:]*)zzzzzz: (.+) has no such field; there are (.+)$/)
      else { continue }
      let known = match.3.replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
      kinds[String(match.2), default: ([], [])].known.formUnion(known)
      kinds[String(match.2)]!.written.formUnion(Self.names(at: String(match.1), in: value))
    }
    #expect(kinds.count >= 8, "\(kinds.keys.sorted())")
    for (kind, names) in kinds {
      #expect(
        names.known.subtracting(names.written).isEmpty, "\(kind): \(names.known.subtracting(names.written))")
    }
    for tunable in Tunable.all { #expect(whole.contains("\"\(tunable.name)\": "), "\(tunable.name)") }
  }

  /// The value with one field more in each object.
  private static func marked(_ value: ConfigurationValue) -> ConfigurationValue {
    let form: ConfigurationValue.Form =
      switch value.form {
      case .object(let fields):
        .object(
          fields.map { .init(name: $0.name, place: $0.place, value: marked($0.value)) } + [
            .init(
              name: "zzzzzz", place: value.place,
              value: ConfigurationValue(form: .number(1), place: value.place))
          ])
      case .list(let values): .list(values.map(marked))
      default: value.form
      }
    return ConfigurationValue(form: form, place: value.place)
  }

  /// The names of an object's fields, by the path to it with a point at its end.
  private static func names(at path: String, in value: ConfigurationValue) -> [String] {
    var value = value
    for part in path.split(separator: ".") {
      let name = part.prefix { $0 != "[" }
      value = value[String(name)] ?? value
      if part.contains("["), case .list(let values) = value.form, let first = values.first { value = first }
    }
    guard case .object(let fields) = value.form else { return [] }
    return fields.map(\.name)
  }

  @Test func `check prints every mistake and ends with 78, warnings are told`() throws {
    let file = try ConfigurationFile(
      "{ colour: 1,\n feeds: { a: { source: 'lines' },\n b: { top: 'heder' } } }")
    let check = try Program(["config", "check", file.path])
    #expect(check.wait() == 78)
    let lines = try check.rest().split(separator: "\n").map { $0.replacing(file.path, with: "") }
    #expect(lines.count == 4, "\(lines)")
    for (line, words) in zip(
      lines,
      [
        ":1: colour: ", ":2: warning: feeds.a: nothing ever runs its source",
        ":3: feeds.b.source: is missing",
        ":3: feeds.b.top: must be",
      ])
    {
      #expect(line.hasPrefix(words), "\(lines)")
    }
    #expect(check.complaints.isEmpty)
  }

  @Test(arguments: [
    (["config"], "refreshd config check FILE"), (["config", "chek", "x"], "refreshd config check FILE"),
    (["config", "check"], "refreshd config check FILE"),
    (["config", "check", "a", "b"], "refreshd config check FILE"),
    (["config", "example", "x"], "refreshd config example"),
  ])
  func `what the command takes is said`(arguments: [String], words: String) {
    let error = #expect(throws: StartError.self) { try Invocation(arguments) }
    #expect(error?.code == .usage)
    #expect(error?.message.contains(words) == true)
  }

  @Test func `a file that is not there is told`() throws {
    let check = try Program(["config", "check", "/no/such.json5"])
    #expect(check.wait() == 78)
    #expect(check.complaints.contains("/no/such.json5"))
  }
}
