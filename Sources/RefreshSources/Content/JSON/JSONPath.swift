/// A way from a JSON value to one inside it.
struct JSONPath: Equatable, Sendable {
  /// One step of it.
  enum Step: Equatable, Sendable {
    /// To an object's member.
    case name(String)
    /// To an array's element, counted from 0.
    case index(Int)
  }

  private(set) var steps: [Step] = []

  /// The value itself.
  init() {}

  /// Reads a path as a person writes it.
  init(parsing text: String) throws(JSONPathMistake) {
    var rest = text[...]
    while let first = rest.first {
      if first == "[" {
        steps.append(try Self.bracket(&rest, text))
      } else {
        if !steps.isEmpty {
          guard first == "." else {
            throw Self.fault("needs a dot or a bracket before \"\(first)\"", text)
          }
          rest.removeFirst()
        }
        let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
        guard !name.isEmpty else { throw Self.fault("has an empty name", text) }
        rest.removeFirst(name.count)
        steps.append(.name(String(name)))
      }
    }
  }

  /// `[12]` or `["a name"]`.
  private static func bracket(
    _ rest: inout Substring, _ text: String
  ) throws(JSONPathMistake) -> Step {
    rest.removeFirst()
    if rest.first == "\"" {
      rest.removeFirst()
      guard let end = rest.firstRange(of: "\"]") else { throw fault("lacks \"] after a name", text) }
      defer { rest = rest[end.upperBound...] }
      return .name(String(rest[..<end.lowerBound]))
    }
    guard let end = rest.firstIndex(of: "]") else { throw fault("lacks a ]", text) }
    let digits = rest[..<end]
    guard digits.allSatisfy({ ("0"..."9").contains($0) }), let index = Int(digits), index < 1 << 31 else {
      throw fault("has [\(digits)], which is neither a number nor a name in quotes", text)
    }
    rest = rest[end...].dropFirst()
    return .index(index)
  }

  private static func fault(_ what: String, _ text: String) -> JSONPathMistake {
    JSONPathMistake(words: "the path \"\(text)\" \(what): write it like data.items[0].name")
  }
}

extension JSONPath: CustomStringConvertible {
  /// As it can be written.
  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .name(let name) where name.isEmpty || name.contains { ".[]".contains($0) }: text += "[\"\(name)\"]"
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      }
    }
    return text
  }
}
