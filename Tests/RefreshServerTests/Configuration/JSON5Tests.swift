import Testing

@testable import RefreshServer

/// What JSON5 has beyond JSON, feature by feature as its specification lists them.
@Suite struct JSON5Tests {
  private func read(_ text: String) throws -> Plain {
    Plain(try JSON5Reader.read(Array(text.utf8)))
  }

  @Test(arguments: [
    // Objects: names without quotes, in single quotes, with escapes; a comma at the end.
    (#"{ a: 1, 'b': 2, "c": 3, }"#, Plain.object([("a", .number(1)), ("b", .number(2)), ("c", .number(3))])),
    (
      #"{ $_x9: true, ünïcödé: false, \u0061b: null, Infinity: 1 }"#,
      .object([("$_x9", .truth(true)), ("ünïcödé", .truth(false)), ("ab", .null), ("Infinity", .number(1))])
    ),
    ("{}", .object([])),
    // Lists.
    ("[1, [2, [],], ]", .list([.number(1), .list([.number(2), .list([])])])),
    // Texts: single quotes, the other quote inside, escapes, lines that go on, separators.
    (#"'I can\'t "wait"'"#, .text("I can't \"wait\"")),
    (#""'\"'""#, .text("'\"'")),
    ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", .text("abcde")),
    (#"'\b\f\n\r\t\v\0\x41\u00e9\\\/\a\ü'"#, .text("\u{08}\u{0C}\n\r\t\u{0B}\0Aé\\/aü")),
    (#"'\uD83D\uDE00 \u{2028}'"#.replacing(#"\u{2028}"#, with: "\u{2028}\t"), .text("😀 \u{2028}\t")),
    // Numbers: hexadecimal, a point first or last, a plus.
    (
      "[0xdecaf, 0XC0FFEE, -0x10, +1, .5, 5., -.5e3, 1E-2, 0, -0, 1.5e+2]",
      .list([0xdecaf, 0xC0FFEE, -16, 1, 0.5, 5, -500, 0.01, 0, 0, 150].map(Plain.number))
    ),
    // Comments and space.
    ("// first\n/* in\n * between **/ [ /**/ 1 // one\r, 2 ] // last", .list([.number(1), .number(2)])),
    ("\u{FEFF}\u{A0}\u{2003}\u{0B}\u{0C}\t1\u{2029}\u{FEFF}", .number(1)),
  ])
  func `what the specification allows is read`(text: String, value: Plain) throws {
    #expect(try read(text) == value, "\(text)")
  }

  @Test func `the specification's own example is read`() throws {
    let text = #"""
      {
        // comments
        unquoted: 'and you can quote me on that',
        singleQuotes: 'I can use "double quotes" here',
        lineBreaks: "Look, Mom! \
      No \\n's!",
        hexadecimal: 0xdecaf,
        leadingDecimalPoint: .8675309, andTrailing: 8675309.,
        positiveSign: +1,
        trailingComma: 'in objects', andIn: ['arrays',],
        "backwardsCompatible": "with JSON",
      }
      """#
    #expect(
      try read(text)
        == .object([
          ("unquoted", .text("and you can quote me on that")),
          ("singleQuotes", .text("I can use \"double quotes\" here")),
          ("lineBreaks", .text("Look, Mom! No \\n's!")), ("hexadecimal", .number(0xdecaf)),
          ("leadingDecimalPoint", .number(0.8675309)), ("andTrailing", .number(8_675_309)),
          ("positiveSign", .number(1)), ("trailingComma", .text("in objects")),
          ("andIn", .list([.text("arrays")])), ("backwardsCompatible", .text("with JSON")),
        ]))
  }

  @Test(arguments: [
    "Infinity", "-Infinity", "+NaN", "1e999", "-1e400", "0x" + String(repeating: "f", count: 300),
    #""\uD800""#, #"'\uDC00'"#, #"'\uD800\u0041'"#,
  ])
  func `what has the form and no use is told as such`(text: String) throws {
    guard case .unusable = try read(text) else {
      Issue.record("\(text) is used")
      return
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `each value knows its line and column, however lines end`(end: String) throws {
    let text = ["\u{FEFF}{", "  a: [1,", "    'x\\", "y'],", "  /* two", "  lines */ 'é': 2 }"].joined(
      separator: end)
    let value = try JSON5Reader.read(Array(text.utf8))
    #expect(value.place == TextPlace(line: 1, column: 1))
    guard case .object(let fields) = value.form, case .list(let list) = fields[0].value.form else {
      Issue.record("\(value)")
      return
    }
    #expect(fields[0].place == TextPlace(line: 2, column: 3))
    #expect(list.map(\.place) == [TextPlace(line: 2, column: 7), TextPlace(line: 3, column: 5)])
    #expect(fields[1].place == TextPlace(line: 6, column: 12))
    #expect(fields[1].value.place == TextPlace(line: 6, column: 17))
  }
}

/// A value without its place.
enum Plain: Equatable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([Plain])
  case fields([String], [Plain])
  case unusable

  static func object(_ fields: [(String, Plain)]) -> Plain { .fields(fields.map(\.0), fields.map(\.1)) }

  init(_ value: ConfigurationValue) {
    switch value.form {
    case .null: self = .null
    case .truth(let truth): self = .truth(truth)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list(let values): self = .list(values.map { Plain($0) })
    case .object(let fields): self = .object(fields.map { ($0.name, Plain($0.value)) })
    case .unusable: self = .unusable
    }
  }
}
