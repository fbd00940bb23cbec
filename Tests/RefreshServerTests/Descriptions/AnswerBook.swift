import Foundation

@testable import RefreshServer

/// `openapi.json`, and which of the answers that it describes have been seen.
final class AnswerBook {
  struct Operation {
    let method: String
    let path: String
    let description: JSON
    /// Whether it needs a token where there are some.
    var isGuarded: Bool { description["security"] != nil }
  }

  let operations: [Operation]
  private(set) var faults: [String] = []
  /// The names of events that have been seen, in order.
  private(set) var events: [String] = []
  private var check: SchemaCheck
  private var seen: Set<String> = []

  static func document(_ name: String) throws -> JSON {
    let file = LiveServer.package.appending(path: "Sources/refreshd/Documentation.docc/Resources/\(name)")
    return try JSON(try String(contentsOf: file, encoding: .utf8))
  }

  init() throws {
    let document = try Self.document("openapi.json")
    check = SchemaCheck(document)
    operations = document["paths"]!.members.flatMap { path, item in
      item.members.filter { $0.key != "parameters" }.map {
        Operation(method: $0.key.uppercased(), path: path, description: $0.value)
      }
    }
  }

  /// Asks, and checks the answer against its description.
  func ask(
    _ server: LiveServer, _ method: String, _ path: String, _ fields: [String] = [], host: String? = nil,
    body: String = "", expect status: Int
  ) throws {
    try ask(port: server.port, method, path, fields, host: host, body: body, expect: status)
  }

  /// Asks whoever listens on a port of this machine.
  func ask(
    port: Int, _ method: String, _ path: String, _ fields: [String] = [], host: String? = nil,
    body: String = "", expect status: Int
  ) throws {
    let answer = try BareRequest(
      port: port, "\(method) \(path) HTTP/1.1", ["Host: \(host ?? "127.0.0.1:\(port)")"] + fields, body: body)
    if answer.status != status {
      faults.append("\(method) \(path): \(answer.status) \(answer.body.prefix(200))")
    }
    guard let description = note(method, path, answer.status) else { return }
    for (name, header) in description["headers"]?.members ?? [:] where answer.header(name) == nil {
      if header["required"] == .truth(true) {
        faults.append("\(method) \(path) \(answer.status): no \(name)")
      }
    }
    if method == "HEAD" {
      if !answer.body.isEmpty { faults.append("HEAD \(path) has a body") }
      return
    }
    let type = String(answer.header("content-type")?.split(separator: ";").first ?? "")
    let content = description["content"]?.members ?? [:]
    if answer.status == 101 { return }
    guard let described = content[type] else {
      if !content.isEmpty || !answer.body.isEmpty {
        faults.append("\(method) \(path) \(answer.status): type '\(type)'")
      }
      return
    }
    let value = type == "application/json" ? try JSON(answer.body) : .text(answer.body)
    faults += check.faults(value, described["schema"]!, at: "\(method) \(path) \(answer.status)")
  }

  /// Notes that an operation gave an answer.
  /// - Returns: its description; if there is none, that is a fault.
  @discardableResult
  func note(_ method: String, _ path: String, _ status: Int) -> JSON? {
    let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    let template =
      "/" + parts.enumerated().map { $0 == 1 && parts[0] == "feeds" ? "{feed}" : $1 }.joined(separator: "/")
    let operation = operations.first { $0.method == method && $0.path == template }
    guard let described = operation?.description["responses"]?[String(status)],
      let answer = check.resolved(described)
    else {
      faults.append("\(method) \(template) \(status) is not described")
      return nil
    }
    seen.insert("\(method) \(template) \(status)")
    return answer
  }

  /// Checks an event of an event stream.
  func check(_ event: EventParser.Event) {
    events.append(event.name)
    let content = operations.first { $0.path.hasSuffix("/events") && $0.method == "GET" }!
      .description["responses"]!["200"]!["content"]!["text/event-stream"]!
    guard let schema = content["x-events"]?[event.name], let data = try? JSON(event.data) else {
      return faults.append("the event \(event.name) is not described")
    }
    faults += check.faults(data, schema, at: "event \(event.name)")
  }

  /// Described answers that no request was given. Of those that any request may be given, one in all is enough.
  var missing: [String] {
    let everywhere: Set = ["403", "421", "429", "503"]
    var missing: [String] = []
    for operation in operations {
      for status in operation.description["responses"]!.members.keys
      where !seen.contains("\(operation.method) \(operation.path) \(status)") {
        if everywhere.contains(status), seen.contains(where: { $0.hasSuffix(status) }) { continue }
        missing.append("\(operation.method) \(operation.path) \(status)")
      }
    }
    return missing.sorted()
  }
}
