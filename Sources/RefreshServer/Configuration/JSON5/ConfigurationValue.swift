/// A value of the configuration file, with the place where it begins.
struct ConfigurationValue: Sendable {
  /// What was written.
  enum Form: Sendable {
    case null
    case truth(Bool)
    /// A number, always finite.
    case number(Double)
    case text(String)
    case list([ConfigurationValue])
    /// The fields in the file's order; one that was written twice is there twice.
    case object([Field])
    /// It follows the form and still cannot be used, for this reason.
    case unusable(String)
  }

  /// A field of an object.
  struct Field: Sendable {
    let name: String
    let place: TextPlace
    let value: ConfigurationValue
  }

  let form: Form
  let place: TextPlace

  /// The value in a few words, for a mistake that says what stands there.
  var brief: String {
    switch form {
    case .null: "null"
    case .truth(let truth): "\(truth)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .list: "a list"
    case .object: "an object"
    case .unusable: "something that cannot be used"
    }
  }

  /// The value of an object's field; `nil` if there is none.
  subscript(name: String) -> ConfigurationValue? {
    guard case .object(let fields) = form else { return nil }
    return fields.first { $0.name == name }?.value
  }
}
