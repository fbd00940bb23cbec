/// How what a server answers, or a file holds, is made into rows.
public enum ContentFormat: Equatable, Sendable {
  /// By the content type, else by the first bytes: a feed, a JSON Feed, a JSON array of texts, or lines.
  case automatic
  /// Each line is a row.
  case lines
  /// The elements of an array in a JSON document.
  case json(JSONPlaces)
  /// The items of a feed (RSS, Atom or JSON Feed), oldest first.
  case feed(ItemText)
}

/// What of a feed's item people read.
public enum ItemText: String, CaseIterable, Sendable {
  /// Its title.
  case title
  /// Its title and where it leads to.
  case titleLink = "title-link"
  /// Its title and what it says about itself.
  case titleSummary = "title-summary"
}
