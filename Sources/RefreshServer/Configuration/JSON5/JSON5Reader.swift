/// Reads JSON5 (json5.org), and knows for each value in which line it stands.
///
/// Depth and size are bounded. A file that breaks the form ends the reading with a ``JSON5Fault``; what has the form but
/// no meaning here (a number that is not finite, half a surrogate pair) becomes ``ConfigurationValue/Form/unusable(_:)``,
/// so that it is told together with all else that is wrong.
struct JSON5Reader {
  /// The longest file, in bytes.
  static let maxBytes = 4_194_304
  /// How deep lists and objects may stand in each other.
  static let maxDepth = 64

  private let text: [Unicode.Scalar]
  private var at = 0
  private var line = 1
  private var lineStart = 0

  /// Reads a whole file.
  static func read(_ bytes: some Collection<UInt8>) throws(JSON5Fault) -> ConfigurationValue {
    guard bytes.count <= maxBytes else {
      throw JSON5Fault(place: TextPlace(line: 1, column: 1), words: "the file is larger than 4 MiB")
    }
    var reader = try JSON5Reader(decoding: bytes)
    let value = try reader.value(depth: 0)
    try reader.skipSpace()
    guard reader.peek == nil else { throw reader.unexpected("the end of the file") }
    return value
  }

  private init(decoding bytes: some Collection<UInt8>) throws(JSON5Fault) {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(bytes.count)
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: break decoding
      case .error:
        text = scalars
        while at < text.count { step() }
        throw JSON5Fault(place: place, words: "what stands here is not UTF-8: save the file as UTF-8")
      }
    }
    text = scalars
    // The byte order mark that some editors put first is no column.
    if text.first == "\u{FEFF}" {
      at = 1
      lineStart = 1
    }
  }

  // MARK: Looking and stepping

  /// The next character; `nil` at the end.
  var peek: Unicode.Scalar? { at < text.count ? text[at] : nil }

  /// The one behind it.
  var peekBehind: Unicode.Scalar? { at + 1 < text.count ? text[at + 1] : nil }

  var place: TextPlace { TextPlace(line: line, column: at - lineStart + 1) }

  mutating func step() {
    let scalar = text[at]
    at += 1
    if scalar == "\n" || (scalar == "\r" && peek != "\n") {
      line += 1
      lineStart = at
    }
  }

  /// Steps over a character if it is the next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    step()
    return true
  }

  /// Steps over space and comments.
  mutating func skipSpace() throws(JSON5Fault) {
    while let scalar = peek {
      if scalar == "/" {
        try skipComment()
      } else if JSON5Character.isSpace(scalar) {
        step()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Fault) {
    let begin = place
    switch peekBehind {
    case "/":
      while let scalar = peek, !JSON5Character.isLineEnd(scalar) { step() }
    case "*":
      step()
      step()
      while !(peek == "*" && peekBehind == "/") {
        guard peek != nil else {
          throw JSON5Fault(place: begin, words: "this comment has no end: write */ behind it")
        }
        step()
      }
      step()
      step()
    default:
      throw JSON5Fault(place: begin, words: "found '/', which begins no comment: write // or /* … */")
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSON5Fault) -> ConfigurationValue {
    try skipSpace()
    let place = place
    let form: ConfigurationValue.Form
    switch peek {
    case "{": form = .object(try object(depth: try deeper(depth)))
    case "[": form = .list(try list(depth: try deeper(depth)))
    case "\"", "'": form = try string()
    case "+", "-", ".": form = try number()
    case let scalar? where JSON5Character.isDigit(scalar): form = try number()
    default: form = try word()
    }
    return ConfigurationValue(form: form, place: place)
  }

  private func deeper(_ depth: Int) throws(JSON5Fault) -> Int {
    guard depth < Self.maxDepth else {
      throw JSON5Fault(place: place, words: "this stands more than \(Self.maxDepth) brackets deep")
    }
    return depth + 1
  }

  private mutating func object(depth: Int) throws(JSON5Fault) -> [ConfigurationValue.Field] {
    let open = line
    step()
    var fields: [ConfigurationValue.Field] = []
    while true {
      try skipSpace()
      if take("}") { return fields }
      let place = place
      let name = try fieldName(open)
      try skipSpace()
      guard take(":") else {
        throw unexpected(
          "':' behind the name \(name)", hint: peek == "-" ? "a name with '-' stands in quotes" : nil)
      }
      let value = try value(depth: depth)
      fields.append(ConfigurationValue.Field(name: name, place: place, value: value))
      let end = self.place
      try skipSpace()
      guard !take(",") else { continue }
      guard take("}") else { throw unseparated(from: end, "',' or '}'", opened: ("{", open)) }
      return fields
    }
  }

  private mutating func list(depth: Int) throws(JSON5Fault) -> [ConfigurationValue] {
    let open = line
    step()
    var values: [ConfigurationValue] = []
    while true {
      try skipSpace()
      if take("]") { return values }
      if peek == nil { throw unexpected("a value or ']'", opened: ("[", open)) }
      values.append(try value(depth: depth))
      let end = place
      try skipSpace()
      guard !take(",") else { continue }
      guard take("]") else { throw unseparated(from: end, "',' or ']'", opened: ("[", open)) }
      return values
    }
  }

  private mutating func fieldName(_ open: Int) throws(JSON5Fault) -> String {
    let place = place
    if peek == "\"" || peek == "'" {
      switch try string() {
      case .text(let name): return name
      case .unusable(let reason): throw JSON5Fault(place: place, words: reason)
      default: preconditionFailure("a string is a text or unusable")
      }
    }
    guard let name = try identifier() else {
      throw unexpected("a field's name or '}'", opened: ("{", open))
    }
    return name
  }

  private mutating func word() throws(JSON5Fault) -> ConfigurationValue.Form {
    let begin = self
    switch try identifier() {
    case "true": return .truth(true)
    case "false": return .truth(false)
    case "null": return .null
    case "Infinity", "NaN": return .unusable(Self.notFinite)
    case nil: throw begin.unexpected("a value")
    default: throw begin.unexpected("a value", hint: "a text stands in quotes")
    }
  }

  // MARK: Faults

  /// What is wrong at this place.
  func unexpected(
    _ expected: String, hint: String? = nil, opened: (bracket: String, line: Int)? = nil
  ) -> JSON5Fault {
    var words = "found \(found), expected \(expected)"
    if peek == nil, let opened { words += ": the '\(opened.bracket)' of line \(opened.line) is not closed" }
    if let hint { words += " (\(hint))" }
    return JSON5Fault(place: place, words: words)
  }

  /// What is wrong behind a value. Where more of the like follows in a line below, it is as it should be, and what lacks is
  /// the comma behind the value.
  private func unseparated(from end: TextPlace, _ expected: String, opened: (bracket: String, line: Int))
    -> JSON5Fault
  {
    guard line > end.line, let scalar = peek,
      JSON5Character.isPart(scalar) || "\"'{[+-.".unicodeScalars.contains(scalar)
    else { return unexpected(expected, opened: opened) }
    return JSON5Fault(
      place: end, words: "a ',' is missing behind this value: the next begins in line \(line)")
  }

  /// What stands at this place, in words.
  private var found: String {
    guard let scalar = peek else { return "the end of the file" }
    if JSON5Character.isLineEnd(scalar) { return "the end of the line" }
    guard JSON5Character.isPart(scalar) else { return JSON5Character.words(scalar) }
    let word = text[at...].prefix(41).prefix { JSON5Character.isPart($0) }
    return "'\(String(String.UnicodeScalarView(word.prefix(40))))\(word.count > 40 ? "…" : "")'"
  }
}
