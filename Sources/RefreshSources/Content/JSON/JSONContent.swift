import RefreshWire

/// JSON from outside.
enum JSONContent {
  /// Values, keys of objects included; each costs 20 bytes while the document is read.
  static let maxValues = 1 << 20

  /// Reads a text as JSON.
  /// - Throws: ``ContentError`` if it is none, and what `body` throws.
  static func withDocument<Result>(
    _ text: [UInt8], _ body: (JSONDocument) throws(ContentError) -> Result
  ) throws(ContentError) -> Result {
    try text.withUnsafeBufferPointer { (buffer) throws(ContentError) in
      let document: JSONDocument
      do throws(JSONFault) {
        document = try JSONDocument(
          UnsafeRawBufferPointer(buffer), limits: JSONLimits(bytes: Int(Int32.max), values: maxValues))
      } catch {
        let looksLikePage = ContentKind(sniffing: text) == .page
        throw looksLikePage
          ? .page("JSON") : ContentError("The JSON cannot be read: \(error.message), at byte \(error.offset)")
      }
      return try body(document)
    }
  }
}

/// One value of a document, and where it stands.
struct JSONValue {
  let document: JSONDocument
  let index: Int
  let path: String

  init(_ document: JSONDocument, _ index: Int, path: String) {
    self.document = document
    self.index = index
    self.path = path
  }

  var kind: JSONDocument.Kind { document.kind(index) }

  /// The value at a path from here, `nil` if there is none.
  func at(_ way: JSONPath) -> JSONValue? {
    var place = index
    for step in way.steps {
      switch step {
      case .name(let name):
        guard let next = document.member(of: place, named: name) else { return nil }
        place = next
      case .index(let wanted):
        guard let next = document.element(of: place, at: wanted) else { return nil }
        place = next
      }
    }
    let between = path.isEmpty || way.description.isEmpty || way.description.hasPrefix("[") ? "" : "."
    return JSONValue(document, place, path: path + between + way.description)
  }

  /// The member of that name.
  func member(_ name: String) -> JSONValue? {
    document.member(of: index, named: name).map { JSONValue(document, $0, path: "\(path).\(name)") }
  }

  /// The text that it is, `nil` if it is none.
  var string: String? { document.string(index) }

  /// What people read of it; `nil` for null.
  /// - Throws: ``ContentError`` if it is an object or an array.
  func text() throws(ContentError) -> String? {
    switch kind {
    case .string: return document.string(index)
    case .number: return document.digits(index).map(Self.withoutEmptyFraction)
    case .yes: return "true"
    case .no: return "false"
    case .null: return nil
    case .object, .array:
      throw ContentError(
        "\(path) is \(word), where a text should be\(names)",
        advice: "put the path to it right in the configuration, then refresh again")
    }
  }

  /// Many programs write whole numbers as 3.0.
  private static func withoutEmptyFraction(_ digits: String) -> String {
    guard let point = digits.firstIndex(of: "."), digits[point...].dropFirst().allSatisfy({ $0 == "0" })
    else {
      return digits
    }
    return String(digits[..<point])
  }

  /// Its kind, in words.
  var word: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a text"
    case .number: "a number"
    case .yes, .no: "true or false"
    case .null: "null"
    }
  }

  /// Of an object: "; it has a, b, c", so that a person sees what could be meant.
  var names: String {
    guard kind == .object else { return "" }
    var names: [String] = []
    document.forEach(of: index) { key, _ in
      if let key, names.count < 8 { names.append(document.name(key)) }
    }
    let shown = names.map { LineText.cut(LineText.clean($0.utf8), to: 40) }.joined(separator: ", ")
    return shown.isEmpty ? " (it is empty)" : " (it has \(shown))"
  }
}
