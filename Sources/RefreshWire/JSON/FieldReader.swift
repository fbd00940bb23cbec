/// A field that is missing, or is not what it must be.
struct FieldFault: Error, Equatable {
  /// The field's path, such as `scroll.view`.
  var field: String
  /// What is wrong with it, in words.
  var message: String
}

/// Reads the fields of one object of a document. `null` counts as absent.
struct FieldReader {
  /// The text.
  let document: JSONDocument
  /// The object's index.
  let object: Int
  /// What stands before a field's name in a fault's path.
  var prefix = ""

  /// A field's value, nil if it is absent.
  func find(_ name: StaticString) -> Int? {
    guard let value = document.member(of: object, name), document.kind(value) != .null else { return nil }
    return value
  }

  /// A fault of a field.
  func fault(_ name: StaticString, _ message: String) -> FieldFault {
    FieldFault(field: prefix + name.description, message: "\(prefix)\(name) \(message)")
  }

  /// A required value, read from an optional one.
  func required<Value>(_ name: StaticString, _ value: Value?) throws(FieldFault) -> Value {
    guard let value else { throw fault(name, "is missing") }
    return value
  }

  /// A text.
  func string(_ name: StaticString) throws(FieldFault) -> String {
    try required(name, try optionalString(name))
  }

  /// A text that may be absent.
  func optionalString(_ name: StaticString) throws(FieldFault) -> String? {
    guard let value = find(name) else { return nil }
    guard let text = document.string(value) else { throw fault(name, "must be a string") }
    return text
  }

  /// A whole number.
  func integer(
    _ name: StaticString, in range: ClosedRange<Int> = WireBounds.integers
  ) throws(FieldFault) -> Int {
    try required(name, try optionalInteger(name, in: range))
  }

  /// A whole number that may be absent.
  func optionalInteger(
    _ name: StaticString, in range: ClosedRange<Int> = WireBounds.integers
  ) throws(FieldFault) -> Int? {
    guard let value = find(name) else { return nil }
    guard let number = document.integer(value) else { throw fault(name, "must be a whole number") }
    guard range.contains(number) else {
      throw fault(name, "must be between \(range.lowerBound) and \(range.upperBound)")
    }
    return number
  }

  /// A finite number.
  func number(_ name: StaticString) throws(FieldFault) -> Double {
    try required(name, try optionalNumber(name))
  }

  /// A finite number that may be absent.
  func optionalNumber(_ name: StaticString) throws(FieldFault) -> Double? {
    guard let value = find(name) else { return nil }
    guard let number = document.number(value) else { throw fault(name, "must be a finite number") }
    return number
  }

  /// True or false.
  func boolean(_ name: StaticString) throws(FieldFault) -> Bool {
    guard let value = find(name) else { throw fault(name, "is missing") }
    switch document.kind(value) {
    case .yes: return true
    case .no: return false
    default: throw fault(name, "must be true or false")
    }
  }

  /// One of an enumeration's words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString, _ type: Choice.Type = Choice.self
  ) throws(FieldFault) -> Choice {
    try required(name, try optionalChoice(name, type))
  }

  /// One of an enumeration's words, or absent.
  func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString, _ type: Choice.Type = Choice.self
  ) throws(FieldFault) -> Choice? {
    guard let value = find(name) else { return nil }
    guard let word = document.string(value), let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw fault(name, "must be one of \(words)")
    }
    return choice
  }

  /// A feed's name.
  func feed(_ name: StaticString = "feed") throws(FieldFault) -> FeedName {
    guard let feed = FeedName(try string(name)) else {
      throw fault(name, "must be 1 to 64 of a-z 0-9 . _ - and begin with a letter or digit")
    }
    return feed
  }

  /// An object.
  func fields(_ name: StaticString) throws(FieldFault) -> FieldReader {
    try required(name, try optionalFields(name))
  }

  /// An object that may be absent.
  func optionalFields(_ name: StaticString) throws(FieldFault) -> FieldReader? {
    guard let value = find(name) else { return nil }
    guard document.kind(value) == .object else { throw fault(name, "must be an object") }
    return FieldReader(document: document, object: value, prefix: "\(prefix)\(name).")
  }

  /// The values of an array, each made by `element` from its index in the document.
  func list<Element>(
    _ name: StaticString, _ element: (_ position: Int, _ value: Int) throws(FieldFault) -> Element
  ) throws(FieldFault) -> [Element] {
    guard let value = find(name) else { throw fault(name, "is missing") }
    guard document.kind(value) == .array else { throw fault(name, "must be an array") }
    var result: [Element] = []
    try document.forEach(of: value) { (_, item) throws(FieldFault) in
      result.append(try element(result.count, item))
    }
    return result
  }

  /// The objects of an array, each made by `element` from its fields.
  func objects<Element>(
    _ name: StaticString, _ element: (FieldReader) throws(FieldFault) -> Element
  ) throws(FieldFault) -> [Element] {
    try list(name) { (position, value) throws(FieldFault) in
      guard document.kind(value) == .object else {
        throw FieldFault(
          field: "\(prefix)\(name).\(position)", message: "\(prefix)\(name).\(position) must be an object")
      }
      return try element(
        FieldReader(document: document, object: value, prefix: "\(prefix)\(name).\(position)."))
    }
  }
}
