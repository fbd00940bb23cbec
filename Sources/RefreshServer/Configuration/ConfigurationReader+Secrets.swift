/// Values that may stand in the environment instead of the file.
extension ConfigurationReader {
  /// A value, and the variable that it comes from, if from one.
  struct Value {
    let text: String
    var variable: String?
  }

  /// A text, or `{ env: "NAME" }`.
  func readValue(_ node: ConfigurationNode) -> Value? {
    if case .text = node.value.form { return node.text().map { Value(text: $0) } }
    return readVariable(node, "a text, or { env: \"NAME\" }").map { Value(text: $0.value, variable: $0.name) }
  }

  /// `{ env: "NAME" }`: a variable that is set.
  func readVariable(_ node: ConfigurationNode, _ form: String) -> (name: String, value: String)? {
    guard case .object = node.value.form, let fields = node.fields(form) else {
      return node.mustBe(form, showing: false)
    }
    let variable = fields.require("env", "the name of a variable")
    fields.end("what comes from the environment")
    guard let variable, let name = variable.text("the name of a variable") else { return nil }
    guard let value = environment[name], !value.isEmpty else {
      return variable.wrong("the variable \(name.prefix(80)) is not set")
    }
    return (name, value)
  }
}
