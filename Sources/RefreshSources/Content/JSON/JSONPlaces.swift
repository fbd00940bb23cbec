/// Where the rows of a JSON document stand.
///
/// A place is a path such as `data.items[0].name`: names with dots between, places in arrays counted from 0. A name
/// that holds other characters is written `["its name"]`.
public struct JSONPlaces: Equatable, Sendable {
  /// The path from the document to the array of rows; empty if the document itself is that array.
  public let rows: String
  /// The path from an element to its text, or a template with paths in braces such as `{title}: {state}`; empty if
  /// the element itself is the text.
  public let text: String
  /// The path from an element to what it is known by; absent: it is known by its text.
  public let key: String?
  let rowsPath: JSONPath
  let textTemplate: JSONTemplate
  let keyPath: JSONPath?
  /// What is wrong with them, each with the field; empty if they can be used.
  public let mistakes: [SourceMistake]

  /// Places as a person writes them.
  public init(rows: String = "", text: String = "", key: String? = nil) {
    self.rows = rows
    self.text = text
    self.key = key
    var mistakes: [SourceMistake] = []
    func read<Place>(
      _ field: String, _ written: String, _ parse: (String) throws(JSONPathMistake) -> Place
    ) -> Place? {
      do { return try parse(written) } catch {
        mistakes.append(SourceMistake(field, error.words))
        return nil
      }
    }
    rowsPath =
      read("rows", rows) { (path) throws(JSONPathMistake) in try JSONPath(parsing: path) } ?? JSONPath()
    textTemplate =
      read("text", text) { (path) throws(JSONPathMistake) in try JSONTemplate(parsing: path) }
      ?? JSONTemplate()
    keyPath = key.flatMap {
      read("key", $0) { (path) throws(JSONPathMistake) in try JSONPath(parsing: path) }
    }
    self.mistakes = mistakes
  }
}

/// What is wrong with a path or a template, in words that follow the field's name.
struct JSONPathMistake: Error {
  let words: String
}
