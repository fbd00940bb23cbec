/// The fields of one object while it is read: each is taken by its name, and what nobody takes is a mistake.
final class ConfigurationFields {
  /// The object itself.
  let node: ConfigurationNode
  private var fields: [(field: ConfigurationValue.Field, isTaken: Bool)] = []
  /// Those whose name was there before.
  private var repeats: [ConfigurationValue.Field] = []
  private var known: [String] = []

  init(_ fields: [ConfigurationValue.Field], of node: ConfigurationNode) {
    self.node = node
    var lines: [String: Int] = [:]
    for field in fields {
      if let first = lines[field.name] {
        node.notes.mistake(
          field.place, "\(path(field.name)): is there twice; the first one is in line \(first)")
        repeats.append(field)
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
    if case .null = fields[index].field.value.form { return nil }
    return self.node(of: fields[index].field)
  }

  /// The field of a name, which must be there.
  func require(_ name: String, _ form: String) -> ConfigurationNode? {
    if let node = take(name) { return node }
    missing(name, form)
    return nil
  }

  /// Says that a field is none of those that there are, and which of them is probably meant.
  /// - Parameter other: gives the field that goes by another name elsewhere.
  /// - Returns: whether there was one to say that of.
  func misnamed(_ kind: String, _ names: [String], _ other: (String) -> String?) -> Bool {
    for (field, isTaken) in fields where !isTaken {
      guard let meant = other(field.name) ?? NearestName.find(field.name, in: names) else { continue }
      node.notes.mistake(
        field.place, "\(path(field.name)): \(kind) has no such field; did you mean \(meant)?")
      return true
    }
    return false
  }

  /// Says that a field is missing.
  func missing(_ name: String, _ form: String) {
    node.notes.mistake(node.value.place, "\(path(name)): is missing: write \(form)")
  }

  /// Says that a field is wrong, or one of its own fields; in its own line if it is written.
  func note(_ path: String, _ words: String) {
    var value = node.value
    for name in path.split(separator: ".") { value = value[String(name)] ?? value }
    node.notes.mistake(value.place, "\(self.path(path)): \(words)")
  }

  /// How many fields there are.
  var count: Int { fields.count }

  /// Whether a field is written, whatever stands there.
  func has(_ name: String) -> Bool { fields.contains { $0.field.name == name } }

  /// Reads all fields, where the names are the operator's own, in the file's order. Of a name that `isName` does not take
  /// for one it is said what a name must be; what is wrong with its value is told all the same, as it is with that of a
  /// name that is there twice.
  func all<Value>(
    _ form: String, where isName: (String) -> Bool, read: (String, ConfigurationNode) -> Value?
  ) -> [Value] {
    var all: [Value] = []
    for index in fields.indices {
      fields[index].isTaken = true
      let field = fields[index].field
      if !isName(field.name) { node.notes.mistake(field.place, "\(path(field.name)): \(form)") }
      if let value = read(field.name, self.node(of: field)) { all.append(value) }
    }
    for field in repeats { _ = read(field.name, self.node(of: field)) }
    return all
  }

  private func node(of field: ConfigurationValue.Field) -> ConfigurationNode {
    ConfigurationNode(value: field.value, path: path(field.name), notes: node.notes)
  }

  /// Complains of each field that nobody has taken.
  /// - Parameters:
  ///   - kind: what has no such field.
  ///   - listing: where the fields are that there are, if they are too many to be named.
  func end(_ kind: String, listing: String? = nil) {
    for (field, isTaken) in fields where !isTaken {
      node.notes.mistake(
        field.place,
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
