import CLibXML2

/// What libxml2 does with attributes, names and namespaces grows with the square of their number, and nothing ends it
/// within a tag. So they are counted before each piece of some kilobytes, which can bring some hundred of them more.
extension XMLEvents {
  /// How many elements may be open at once.
  static let maxDepth = 100
  /// How many attributes an element may have.
  static let maxAttributes = 500
  /// How many different names a document may use.
  static let maxNames = 10_000
  /// How many namespaces may be declared at once.
  static let maxNamespaces = 250

  /// Which bound the document has crossed, in words.
  var crossed: String? {
    let parser = context.pointee
    // libxml2 keeps five addresses for each attribute, and room for up to twice as many as there are.
    if parser.maxatts > 2 * 5 * Self.maxAttributes { return Self.tooManyAttributes }
    // Two for each namespace.
    if parser.nsNr > 2 * Self.maxNamespaces {
      return "more than \(Self.maxNamespaces) namespaces are declared"
    }
    if xmlDictSize(parser.dict) > Self.maxNames {
      return "it uses more than \(Self.maxNames) different names"
    }
    return nil
  }

  static let tooManyAttributes = "an element has more than \(maxAttributes) attributes"
}
