/// How the text of a row is put together from a JSON value: one path, or text with paths in braces.
struct JSONTemplate: Equatable, Sendable {
  /// One part of it.
  enum Part: Equatable, Sendable {
    /// Text as it stands.
    case text(String)
    /// What stands there in the value.
    case place(JSONPath)
  }

  private(set) var parts: [Part] = [.place(JSONPath())]

  /// The value itself.
  init() {}

  /// Reads a path, or a template; `{{` and `}}` in one stand for the braces themselves.
  init(parsing text: String) throws(JSONPathMistake) {
    guard text.contains(where: { $0 == "{" || $0 == "}" }) else {
      parts = [.place(try JSONPath(parsing: text))]
      return
    }
    parts = []
    var plain = ""
    var rest = text[...]
    while let first = rest.popFirst() {
      if (first == "{" || first == "}") && rest.first == first {
        plain.append(first)
        rest.removeFirst()
      } else if first == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw Self.fault("lacks a } after {", text) }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(.place(try JSONPath(parsing: String(rest[..<end]))))
        rest = rest[end...].dropFirst()
      } else if first == "}" {
        throw Self.fault("has a } without a { before it", text)
      } else {
        plain.append(first)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
  }

  private static func fault(_ what: String, _ text: String) -> JSONPathMistake {
    JSONPathMistake(
      words: "the template \"\(text)\" \(what): write it like {title}: {state}, and a brace itself twice")
  }
}
