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

  /// Reads the places as a person writes them.
  /// - Throws: ``ContentError`` with what is wrong in which of them.
  public init(rows: String = "", text: String = "", key: String? = nil) throws(ContentError) {
    self.rows = rows
    self.text = text
    self.key = key
    rowsPath = try JSONPath(parsing: rows, of: "rows")
    textTemplate = try JSONTemplate(parsing: text)
    keyPath = if let key { try JSONPath(parsing: key, of: "key") } else { nil }
  }

  /// The document is an array of texts.
  static let texts = JSONPlaces()

  private init() {
    rows = ""
    text = ""
    key = nil
    rowsPath = JSONPath()
    textTemplate = JSONTemplate()
    keyPath = nil
  }
}
