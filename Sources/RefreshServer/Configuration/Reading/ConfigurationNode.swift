/// A value of the file that is being read: it knows its path and its line, and complains by them.
struct ConfigurationNode {
  let value: ConfigurationValue
  /// The fields that lead to it: `feeds.main.top`; empty for the whole.
  let path: String
  let notes: ConfigurationNotes

  /// Says that this value is wrong.
  func note(_ words: String) {
    notes.mistake(value.place, path.isEmpty ? words : "\(path): \(words)")
  }

  func warn(_ words: String) {
    notes.warning(value.place, path.isEmpty ? words : "\(path): \(words)")
  }

  /// Says that this value is wrong, in an expression.
  func wrong<Value>(_ words: String) -> Value? {
    note(words)
    return nil
  }

  /// Says what must stand here instead; what cannot be used at all is told by its own reason.
  func mustBe<Value>(_ form: String, showing: Bool = true) -> Value? {
    if case .unusable(let reason) = value.form { return wrong(reason) }
    return wrong("must be \(form)" + (showing ? ", not \(value.brief)" : ""))
  }

  // MARK: Plain values

  /// A text that is not empty. What was written is not repeated, it may be a secret.
  func text(_ form: String = "a text that is not empty") -> String? {
    guard case .text(let text) = value.form, !text.isEmpty, !text.utf8.contains(0) else {
      return mustBe(form, showing: false)
    }
    return text
  }

  func truth() -> Bool? {
    guard case .truth(let truth) = value.form else { return mustBe("true or false") }
    return truth
  }

  /// A whole number within a range.
  /// - Parameter unit: what is counted, as `rows`.
  func whole(in range: ClosedRange<Int>, of unit: String = "") -> Int? {
    guard case .number(let number) = value.form, let whole = Int(exactly: number), range.contains(whole)
    else {
      return mustBe("a whole number\(unit.isEmpty ? "" : " of \(unit)") \(Self.words(range))")
    }
    return whole
  }

  func number() -> Double? {
    guard case .number(let number) = value.form else { return mustBe("a number") }
    return number
  }

  /// Milliseconds, as a number or as a text like `30s`.
  func duration(in range: ClosedRange<Int>) -> Int? {
    measure(DurationText.milliseconds, in: range) ?? mustBe("\(DurationText.form), \(Self.words(range)) ms")
  }

  /// Bytes, as a number or as a text like `64KiB`.
  func size(in range: ClosedRange<Int>) -> Int? {
    measure(SizeText.bytes, in: range) ?? mustBe("\(SizeText.form), \(Self.words(range)) bytes")
  }

  private func measure(_ read: (String) -> Int?, in range: ClosedRange<Int>) -> Int? {
    let whole: Int? =
      switch value.form {
      case .number(let number): Int(exactly: number)
      case .text(let text): read(text)
      default: nil
      }
    return whole.flatMap { range.contains($0) ? $0 : nil }
  }

  static func words(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "from \(range.lowerBound) on" : "from \(range.lowerBound) to \(range.upperBound)"
  }

  /// One of some words.
  func word(of words: [String]) -> String? {
    let all = Self.list(words.map { "\"\($0)\"" }, "or")
    guard case .text(let text) = value.form else { return mustBe(all) }
    if words.contains(text) { return text }
    return wrong("must be \(all), not \(value.brief)\(NearestName.question(text, in: words))")
  }

  /// One of a kind's words.
  func choice<Choice: RawRepresentable & CaseIterable>(_ kind: Choice.Type = Choice.self) -> Choice?
  where Choice.RawValue == String {
    word(of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
  }

  /// Words in a row: `a, b or c`.
  static func list(_ words: some Collection<String>, _ link: String) -> String {
    guard let last = words.suffix(1).first, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(link) \(last)"
  }

  // MARK: Lists and objects

  /// The values of a list, each with its own path.
  func list(_ form: String, atMost most: Int) -> [ConfigurationNode]? {
    guard case .list(let values) = value.form else { return mustBe(form) }
    guard values.count <= most else { return wrong("must have at most \(most) entries, not \(values.count)") }
    return values.enumerated().map {
      ConfigurationNode(value: $1, path: "\(path)[\($0)]", notes: notes)
    }
  }

  /// A list of texts that are read one by one, or one text alone.
  func texts<Element>(_ form: String, atMost most: Int = 1_000, _ read: (ConfigurationNode) -> Element?)
    -> [Element]?
  {
    if case .text = value.form { return read(self).map { [$0] } }
    return list(form, atMost: most).map { $0.compactMap(read) }
  }

  /// The fields of an object.
  func fields(_ form: String) -> ConfigurationFields? {
    guard case .object(let fields) = value.form else { return mustBe(form) }
    return ConfigurationFields(fields, of: self)
  }
}
