import Testing

@testable import RefreshSources

/// Rows out of JSON documents.
@Suite struct JSONRowsTests {
  private func read(
    _ text: String, rows: String = "", text place: String = "", key: String? = nil,
    limits: SourceLimits = SourceLimits()
  ) throws -> SourceCatch {
    let places = JSONPlaces(rows: rows, text: place, key: key)
    return try ContentReader(.json(places), limits: limits).read(Array(text.utf8), contentType: nil)
  }

  @Test func `the elements at a path are rows, in their order, with text and key`() throws {
    let text = #"{"data":{"items":[{"id":7,"name":{"en":"One"}},{"id":8,"name":{"en":"Two"}}]}}"#
    let caught = try read(text, rows: "data.items", text: "name.en", key: "id")
    #expect(caught.rows == [SourceRow("One", key: "7"), SourceRow("Two", key: "8")])
  }

  @Test func `a path leads through arrays and names with dots in them`() throws {
    let text = #"[{"a.b":[{"":["no"]},{"":["x","y"]}]}]"#
    let caught = try read(text, rows: #"[0]["a.b"][1][""]"#)
    #expect(caught.rows == [SourceRow("x"), SourceRow("y")])
  }

  @Test func `a template puts a row together`() throws {
    let text = #"[{"t":"Disk","s":3},{"t":"CPU"}]"#
    let caught = try read(text, text: "{{{t}: {s}}}")
    #expect(caught.rows == [SourceRow("{Disk: 3}"), SourceRow("{CPU: }")])
  }

  @Test func `numbers stand as they are written, without an empty fraction`() throws {
    let caught = try read("[12345678901234567890, 3.0, -0.50, 1.0e3, 2.5, true, false]")
    #expect(
      caught.rows.map(\.text) == ["12345678901234567890", "3", "-0.50", "1.0e3", "2.5", "true", "false"])
  }

  @Test func `what has no text brings no row`() throws {
    #expect(try read(#"[{"a":null},{},{"a":"x"}]"#, text: "a").rows == [SourceRow("x")])
    #expect(try read("[]", text: "a").rows.isEmpty)
  }

  @Test func `line breaks stay, other control characters do not`() throws {
    #expect(try read(#"["a\r\nb\u0000\n"]"#).rows == [SourceRow("a\nb\u{FFFD}")])
  }

  @Test func `rows beyond the limit are left out, and a long one is cut`() throws {
    var limits = SourceLimits()
    limits.rows = 2
    limits.rowBytes = 16
    let caught = try read(#"["12345678901234567890","b","c"]"#, limits: limits)
    #expect(caught.rows == [SourceRow("1234567… [cut]"), SourceRow("b")])
    #expect(caught.truncated)
  }

  @Test(arguments: [
    ("[1,", "", "", "at byte 3"), ("[1] 2", "", "", "text after the end of the value, at byte 4"),
    (#"{"a":{"b":1,"c":2}}"#, "a.x", "", #"nothing at "a.x" (it has a)"#),
    (#"{"a":{"b":1,"c":2}}"#, "a", "", #""a" is an object, where the array of rows should be (it has b, c)"#),
    (#"["a",{"b":1}]"#, "", "", "[1] is an object, where a text should be (it has b)"),
    (#"{"r":[{"b":[]}]}"#, "r", "b", "r[0].b is an array, where a text should be"),
    (#"[{"b":1},{"c":1}]"#, "", "x", #"None of the 2 elements of The document has anything at "x""#),
    ("<!DOCTYPE html><p>", "", "", "This is a web page, not JSON"),
    (String(repeating: "[", count: 100_000), "", "", "nested deeper than 64, at byte 64"),
    ("[\"\u{1}\"]", "", "", "at byte 2"), ("", "", "", "ends too early, at byte 0"),
  ])
  func `what cannot be read says what is wrong, and where`(
    text: String, rows: String, place: String, words: String
  ) {
    let error = #expect(throws: ContentError.self) { try read(text, rows: rows, text: place) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("Nothing was added; ") == true)
  }

  @Test(arguments: [
    "a..b", ".a", "a.", "a[", "a[x]", "a[-1]", "a[0]b", "[\"a]", "a]", "{a", "a}", "{a..b}", "{}}",
    "a[99999999999999999999]",
  ])
  func `a place that is none is refused when it is written`(place: String) {
    #expect(JSONPlaces(text: place).mistakes.map(\.field) == ["text"])
    #expect(JSONPlaces(rows: "a[", key: "b[").mistakes.map(\.field) == ["rows", "key"])
    #expect(throws: ContentError.self) { try read("[1]", text: place) }
  }

  @Test func `more values than are read are refused`() {
    let text = "[" + String(repeating: "0,", count: JSONContent.maxValues) + "0]"
    let error = #expect(throws: ContentError.self) { try read(text) }
    #expect(error?.description.contains("more than \(JSONContent.maxValues) values") == true)
  }
}
