/// Content that cannot be made into rows.
public struct ContentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// For people: what is wrong, where, and what to do.
  public let description: String

  /// - Parameters:
  ///   - fault: what is wrong and where, as a sentence without its full stop.
  ///   - advice: what to do, as it follows "Nothing was added; ".
  init(_ fault: String, advice: String = "put right what is served there, then refresh again") {
    description = "\(fault).\nNothing was added; \(advice)."
  }

  /// A page for people came where something else was wanted.
  static func page(_ wanted: String) -> ContentError {
    ContentError(
      "This is a web page, not \(wanted)",
      advice: "give the address of the feed or of the data (a page often links to its feed as RSS or Atom), "
        + "then refresh again")
  }

  /// XML came that is nothing rows can be made of.
  static let xml = ContentError(
    "This is XML, but no feed that is known (RSS or Atom)",
    advice:
      "give the address of a feed, or say content: \"lines\" if each line is to be a row, then refresh again")

  /// What came is not for reading.
  static func media(_ type: String) -> ContentError {
    ContentError(
      "This is \(type), nothing to make rows of",
      advice: "give the address of a feed, of JSON or of text, then refresh again")
  }
}
