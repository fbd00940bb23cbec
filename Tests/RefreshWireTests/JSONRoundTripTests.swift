import Foundation
import RefreshWire
import Testing

/// What the writer writes is held against Foundation's reader, what the reader reads against what was meant.
@Suite struct JSONRoundTripTests {
  @Test func `every scalar comes through a row's text unchanged`() throws {
    for start in stride(from: UInt32(0), to: 0x11_0000, by: 1_024) {
      let scalars = (start..<start + 1_024).compactMap(Unicode.Scalar.init)
      let text = String(String.UnicodeScalarView(scalars))
      let rows = RowsMessage(feed: main, first: 1, rows: [Row(text: text, at: 0)], pos: "")
      guard case .rows(let read) = try decodeServer(rows.encoded()) else {
        Issue.record("no rows at \(start)")
        return
      }
      #expect(read.rows[0].text.unicodeScalars.elementsEqual(scalars), "\(start)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(rows.encoded())) as? [String: Any])
      let list = try #require(object["rows"] as? [[String: Any]])
      #expect((list[0]["text"] as? String)?.unicodeScalars.elementsEqual(scalars) == true, "\(start)")
    }
  }

  @Test func `every finite number comes through unchanged to the last bit`() throws {
    var random = SeededGenerator(seed: 1)
    var numbers: [Double] = [
      0, 1, -1, 0.1, 0.55, 1 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .leastNormalMagnitude,
    ]
    numbers += [9_007_199_254_740_991, 1e15, 123_456_789_012_345.6, 1e16, 1e22, 1e23]
    for _ in 0..<20_000 {
      let any = Double(bitPattern: random.next())
      if any.isFinite { numbers.append(any) }
      numbers.append((Double.random(in: -2_000...2_000, using: &random) * 100).rounded() / 100)
    }
    for number in numbers {
      let pull = PullMessage(feed: main, report: .init(n: 0, phase: .pulling, offset: number))
      guard case .pull(let read) = try decodeServer(pull.encoded()) else {
        Issue.record("no pull for \(number)")
        return
      }
      #expect(read.report.offset == number)
    }
  }

  @Test func `decimal texts are rounded as the standard library rounds them`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let digits = String(random.next() % 1_000_000_000_000_000_000)
      let cut = digits.index(
        digits.startIndex, offsetBy: Int.random(in: 1..<max(2, digits.count), using: &random))
      var number = digits[..<cut] == "0" ? "0" : String(digits[..<cut])
      if cut < digits.endIndex {
        number += "." + digits[cut...].prefix(Int.random(in: 1...18, using: &random))
      }
      if Bool.random(using: &random) { number += "e\(Int.random(in: -30...30, using: &random))" }
      if Bool.random(using: &random) { number = "-" + number }
      let text = #"{"type":"pull","feed":"a","n":0,"phase":"armed","offset":\#(number),"percent":0}"#
      guard case .pull(let read) = try decodeServer(Array(text.utf8)) else {
        Issue.record("no pull for \(number)")
        return
      }
      #expect(read.report.offset == Double(number), "\(number)")
    }
  }

  @Test func `a number that is not finite is never written`() {
    for number in [Double.nan, .infinity, -.infinity] {
      var writer = JSONWriter()
      writer.number(number)
      #expect(text(writer.bytes) == "0")
    }
  }

  @Test func `whole numbers at both ends are written in full`() {
    var writer = JSONWriter()
    writer.beginArray()
    for number in [Int.min, -1, 0, 7, 10, Int.max] { writer.integer(number) }
    writer.endArray()
    #expect(text(writer.bytes) == "[-9223372036854775808,-1,0,7,10,9223372036854775807]")
  }

  @Test func `values stand one after the other with commas between, however containers nest`() {
    var writer = JSONWriter(after: Array("data: ".utf8))
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.boolean(true)
    writer.raw(Array(#"{"b":1}"#.utf8))
    writer.endArray()
    writer.key(text: "quote\"d")
    writer.string("")
    writer.endObject()
    #expect(text(writer.bytes) == #"data: {"a":[[],{},true,{"b":1}],"quote\"d":""}"#)
  }
}
