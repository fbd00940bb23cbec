import Testing

@testable import RefreshServer

/// Files that are no JSON5: told with line, column, what was found and what was expected.
@Suite struct JSON5FaultTests {
  private func failure(_ bytes: [UInt8]) -> JSON5Fault? {
    do throws(JSON5Fault) {
      _ = try JSON5Reader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", 1, 1, "found the end of the file, expected a value"),
    ("{\n  a: 1\n  b: 2 }", 2, 7, "a ',' is missing behind this value: the next begins in line 3"),
    ("{\n  a: 'x' // one\n\n  'b': 2 }", 2, 9, "the next begins in line 4"),
    ("[\n  { a: 1 }\n  { a: 2 }\n]", 2, 11, "a ',' is missing behind this value: the next begins in line 3"),
    ("{ a: 1 b: 2 }", 1, 8, "found 'b', expected ',' or '}'"),
    ("{\n  a: [1\n  } }", 3, 3, "found '}', expected ',' or ']'"),
    ("{\n  a: [1, 2\n", 3, 1, "expected ',' or ']': the '[' of line 2 is not closed"),
    ("{ a: {\n", 2, 1, "expected a field's name or '}': the '{' of line 1 is not closed"),
    ("[1,\n", 2, 1, "the '[' of line 1 is not closed"),
    (
      "{ far-rows: 1 }", 1, 6,
      "found '-', expected ':' behind the name far (a name with '-' stands in quotes)"
    ),
    ("{ a 1 }", 1, 5, "found '1', expected ':'"), ("{ 1: 2 }", 1, 3, "found '1', expected a field's name"),
    ("{ source: lines }", 1, 11, "found 'lines', expected a value (a text stands in quotes)"),
    ("{ a: 30s }", 1, 8, "found 's', expected the number's end (a number with its unit stands in quotes"),
    ("[1 2]", 1, 4, "found '2', expected ',' or ']'"), ("[,1]", 1, 2, "found ',', expected a value"),
    ("{ a: 1,, }", 1, 8, "found ',', expected a field's name"), ("1 2", 1, 3, "expected the end of the file"),
    ("[010]", 1, 2, "found '010', expected a number that does not begin with 0"),
    ("[0x]", 1, 4, "expected a hexadecimal digit"), ("[1e]", 1, 4, "expected a digit of the exponent"),
    ("[.]", 1, 3, "expected a digit behind the point"), ("[+]", 1, 3, "expected a digit"),
    ("[1.2.3]", 1, 5, "expected the number's end"), ("[- 1]", 1, 3, "found U+0020, expected a digit"),
    ("\n 'abc\n'", 2, 2, "no closing quote in its line"), ("'abc", 1, 1, "no closing quote"),
    (#"'a\u12g4'"#, 1, 3, "\\u needs four hexadecimal digits"), (#"'\x4'"#, 1, 2, "two hexadecimal digits"),
    (#"'\1'"#, 1, 2, "there is no escape \\1"), (#"'\01'"#, 1, 2, "there is no escape"),
    ("/* for ever", 1, 1, "this comment has no end"), ("1 / 2", 1, 3, "begins no comment"),
    ("@", 1, 1, "found '@', expected a value"), ("\u{07}", 1, 1, "found U+0007, expected a value"),
    (#"{ \u0031a: 1 }"#, 1, 3, "may not stand in a name"), ("tru", 1, 1, "found 'tru', expected a value"),
    (#"{ '\uD800': 1 }"#, 1, 3, "half of a surrogate pair"), ("{ a: }", 1, 6, "found '}', expected a value"),
  ])
  func `a fault is told with its place`(text: String, line: Int, column: Int, words: String) throws {
    let fault = try #require(failure(Array(text.utf8)), "\(text)")
    #expect(fault.place == TextPlace(line: line, column: column), "\(text): \(fault)")
    #expect(fault.words.contains(words), "\(text): \(fault.words)")
  }

  @Test func `bytes that are no UTF-8 are told with their line`() throws {
    let fault = try #require(failure(Array("{\n  a: '".utf8) + [0xC3, 0x28] + Array("' }".utf8)))
    #expect(fault.place == TextPlace(line: 2, column: 7))
    #expect(fault.words.contains("UTF-8"))
  }

  @Test func `depth and size are bounded`() throws {
    for bracket in ["[", "{a:"] {
      let deep = String(repeating: bracket, count: 100_000)
      let fault = try #require(failure(Array(deep.utf8)))
      #expect(fault.words.contains("64 brackets"), "\(fault)")
    }
    let fits = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(failure(Array(fits.utf8)) == nil)
    let large = [UInt8](repeating: 0x20, count: 4_194_305)
    #expect(failure(large)?.words.contains("4 MiB") == true)
    #expect(failure(Array(large.dropLast(2)) + [0x31]) == nil)
  }

  @Test func `a file cut anywhere, or with any byte changed, is read or told, and nothing worse`() {
    let whole = Array(ExampleConfiguration.text.utf8)
    var told = 0
    for end in stride(from: 0, to: whole.count, by: 7) where failure(Array(whole[..<end])) != nil {
      told += 1
    }
    #expect(told > 0)
    var generator = SystemRandomNumberGenerator()
    for at in stride(from: 0, to: whole.count, by: 5) {
      var changed = whole
      changed[at] = UInt8.random(in: 0...255, using: &generator)
      if let fault = failure(changed) { #expect(fault.place.line >= 1 && fault.place.column >= 1) }
    }
  }
}
