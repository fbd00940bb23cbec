/// Checks values against the part of JSON Schema that the descriptions use. It is stricter than the standard in two
/// ways: a field that is not described is a fault, and so is a keyword that is not looked at here.
struct SchemaCheck {
  /// The whole document, in which references lead somewhere.
  let root: JSON

  init(_ root: JSON) { self.root = root }

  /// The names of all fields that the document describes for what crosses the wire.
  static func fields(_ value: JSON) -> Set<String> {
    switch value {
    case .list(let elements): elements.reduce(into: []) { $0.formUnion(fields($1)) }
    case .object(let members):
      members.reduce(into: []) { names, member in
        names.formUnion(fields(member.value))
        if member.key == "properties" { names.formUnion(member.value.members.keys) }
      }
    default: []
    }
  }

  /// What a reference leads to; what is none, itself.
  func resolved(_ schema: JSON) -> JSON? {
    guard let reference = schema["$ref"]?.string else { return schema }
    guard reference.hasPrefix("#/") else { return nil }
    var place: JSON? = root
    for part in reference.dropFirst(2).split(separator: "/") {
      place = place?[String(part).replacing("~1", with: "/").replacing("~0", with: "~")]
    }
    return place
  }

  /// - Returns: what is wrong, each with its place.
  func faults(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
    guard let resolved = resolved(schema) else { return ["\(place): a reference leads nowhere"] }
    var faults: [String] = []
    for (keyword, wanted) in resolved.members {
      faults += check(value, keyword, wanted, in: resolved, at: place)
    }
    return faults
  }

  private func check(_ value: JSON, _ keyword: String, _ wanted: JSON, in schema: JSON, at place: String)
    -> [String]
  {
    switch keyword {
    case "description", "default", "examples": return []
    case "type":
      return Self.isA(value, wanted.string) ? [] : ["\(place): no \(wanted.string ?? "?") but \(value)"]
    case "const": return value == wanted ? [] : ["\(place): \(value) is not \(wanted)"]
    case "enum": return wanted.elements.contains(value) ? [] : ["\(place): \(value) is none of \(wanted)"]
    case "minimum": return value.double ?? 0 >= wanted.double! ? [] : ["\(place): \(value) is too small"]
    case "maximum": return value.double ?? 0 <= wanted.double! ? [] : ["\(place): \(value) is too large"]
    case "minItems": return Double(value.elements.count) >= wanted.double! ? [] : ["\(place): too few"]
    case "maxItems": return Double(value.elements.count) <= wanted.double! ? [] : ["\(place): too many"]
    case "minLength": return Double(value.string?.count ?? 0) >= wanted.double! ? [] : ["\(place): too short"]
    case "maxLength": return Double(value.string?.count ?? 0) <= wanted.double! ? [] : ["\(place): too long"]
    case "pattern":
      let fits = try? Regex(wanted.string!).firstMatch(in: value.string ?? "") != nil
      return fits == true ? [] : ["\(place): \(value) is not \(wanted)"]
    case "required":
      return wanted.elements.compactMap(\.string).filter { value[$0] == nil }.map {
        "\(place).\($0): is missing"
      }
    case "items":
      var faults: [String] = []
      for (index, element) in value.elements.enumerated() {
        faults += self.faults(element, wanted, at: "\(place)[\(index)]")
      }
      return faults
    case "oneOf":
      let tries = wanted.elements.map { faults(value, $0, at: place) }
      return tries.count(where: \.isEmpty) == 1 ? [] : ["\(place): fits not exactly one of \(tries)"]
    case "properties":
      return checkFields(value, wanted, others: schema["additionalProperties"], at: place)
    case "additionalProperties": return []
    default: return ["\(place): the schema's \(keyword) is not checked"]
    }
  }

  private func checkFields(_ value: JSON, _ fields: JSON, others: JSON?, at place: String) -> [String] {
    var faults: [String] = []
    for (name, member) in value.members {
      if let schema = fields[name] ?? others {
        faults += self.faults(member, schema, at: "\(place).\(name)")
      } else {
        faults.append("\(place).\(name): is not described")
      }
    }
    return faults
  }

  private static func isA(_ value: JSON, _ type: String?) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .list), ("string", .text), ("number", .number), ("boolean", .truth):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
