/// The fields of one object while it is read: each is taken by its name, and what nobody takes is a mistake.
final class ConfigurationFields {
  /// The object itself.
  let node: ConfigurationNode
  private var fields: [(field: ConfigurationValue.Field, isTaken: Bool)] = []
  private var known: [String] = []

  init(_ fields: [ConfigurationValue.Field], of node: ConfigurationNode) {
    self.node = node
    var lines: [String: Int] = [:]
    for field in fields {
      if let first = lines[field.name] {
        node.notes.mistake(
          field.place.line, "\(path(field.name)): is there twice; the first one is in line \(first)")
      } else {
        lines[field.name] = field.place.line
        self.fields.append((field, false))
      }
    }
  }

  /// The field of a name; `nil` if it is not there. `null` counts as not there.
  func take(_ name: String) -> ConfigurationNode? {
    known.append(name)
    guard let index = fields.firstIndex(where: { $0.field.name == name }) else { return nil }
    fields[index].isTaken = true
    let value = fields[index].field.value
    if case .null = value.form { return nil }
    return ConfigurationNode(value: value, path: path(name), notes: node.notes)
  }

  /// The field of a name, which must be there.
  func require(_ name: String, _ form: String) -> ConfigurationNode? {
    if let node = take(name) { return node }
    missing(name, form)
    return nil
  }

  /// Says that a field is missing.
  func missing(_ name: String, _ form: String) {
    node.notes.mistake(node.value.place.line, "\(path(name)): is missing: write \(form)")
  }

  /// Says that a field is wrong, or one of its own fields; in its own line if it is written.
  func note(_ path: String, _ words: String) {
    var value = node.value
    for name in path.split(separator: ".") { value = value[String(name)] ?? value }
    node.notes.mistake(value.place.line, "\(self.path(path)): \(words)")
  }

  var isEmpty: Bool { fields.isEmpty }

  /// Whether a field is written, whatever stands there.
  func has(_ name: String) -> Bool { fields.contains { $0.field.name == name } }

  /// All fields, where the names are the operator's own, in the file's order. Of a name that `isName` does not take for
  /// one it is said what a name must be.
  func all(_ form: String, where isName: (String) -> Bool) -> [(name: String, node: ConfigurationNode)] {
    var all: [(name: String, node: ConfigurationNode)] = []
    for index in fields.indices {
      fields[index].isTaken = true
      let (name, place, value) = (
        fields[index].field.name, fields[index].field.place, fields[index].field.value
      )
      guard isName(name) else {
        node.notes.mistake(place.line, "\(path(name)): \(form)")
        continue
      }
      all.append((name, ConfigurationNode(value: value, path: path(name), notes: node.notes)))
    }
    return all
  }

  /// Complains of each field that nobody has taken.
  /// - Parameters:
  ///   - kind: what has no such field.
  ///   - listing: where the fields are that there are, if they are too many to be named.
  func end(_ kind: String, listing: String? = nil) {
    for (field, isTaken) in fields where !isTaken {
      node.notes.mistake(
        field.place.line,
        "\(path(field.name)): \(kind) has no such field; \(hint(field.name, listing))")
    }
  }

  private func hint(_ name: String, _ listing: String?) -> String {
    NearestName.find(name, in: known).map { "did you mean \($0)?" } ?? listing
      ?? "there are \(ConfigurationNode.list(known, "and"))"
  }

  private func path(_ name: String) -> String {
    let name = name.prefix(80).map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined()
    return node.path.isEmpty ? name : "\(node.path).\(name)"
  }
}
