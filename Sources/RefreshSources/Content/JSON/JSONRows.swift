import RefreshWire

/// The rows of a JSON document.
struct JSONRows {
  let places: JSONPlaces
  let limits: SourceLimits
  /// Asked again and again whether nobody wants the rows any more.
  var isStopped: () -> Bool = { false }

  /// - Throws: ``ContentError`` if the document has no rows at the places.
  func read(_ document: JSONDocument) throws(ContentError) -> SourceCatch {
    if let mistake = places.mistakes.first {
      throw ContentError("In \(mistake.field), \(mistake.words)", advice: "put it right in the configuration")
    }
    let array = try self.array(document)
    var caught = SourceCatch([])
    var number = 0
    try document.forEach(of: array) { (_, element) throws(ContentError) in
      defer { number += 1 }
      guard caught.rows.count < limits.rows, !isStopped() else { return caught.truncated = true }
      let value = JSONValue(document, element, path: "\(places.rowsPath)[\(number)]")
      guard let text = try self.text(value) else { return }
      let key = try places.keyPath.flatMap { (path) throws(ContentError) in
        try value.at(path)?.text()
      }
      caught.rows.append(SourceRow(content: text, key: key, limits))
    }
    if caught.rows.isEmpty, number > 0 {
      throw ContentError(
        "None of the \(number) elements of \(Self.quoted(places.rows)) has anything at \"\(places.text)\"",
        advice: "put the path to the text right in the configuration, then refresh again")
    }
    return caught
  }

  private func array(_ document: JSONDocument) throws(ContentError) -> Int {
    let outermost = JSONValue(document, 0, path: "")
    guard let found = outermost.at(places.rowsPath) else {
      throw ContentError(
        "The JSON has nothing at \"\(places.rows)\"\(outermost.names)",
        advice: "put the path to the rows right in the configuration, then refresh again")
    }
    guard found.kind == .array else {
      throw ContentError(
        "\(Self.quoted(places.rows)) is \(found.word), where the array of rows should be\(found.names)",
        advice: "put the path to the rows right in the configuration, then refresh again")
    }
    return found.index
  }

  /// `nil` if there is nothing to read at a single place.
  private func text(_ element: JSONValue) throws(ContentError) -> String? {
    if case .place(let path) = places.textTemplate.parts.first, places.textTemplate.parts.count == 1 {
      return try element.at(path)?.text()
    }
    var text = ""
    for part in places.textTemplate.parts {
      switch part {
      case .text(let plain): text += plain
      case .place(let path): text += try element.at(path)?.text() ?? ""
      }
    }
    return text
  }

  private static func quoted(_ path: String) -> String {
    path.isEmpty ? "The document" : "\"\(path)\""
  }
}
