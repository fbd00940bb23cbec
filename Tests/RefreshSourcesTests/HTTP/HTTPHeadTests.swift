import Testing

@testable import RefreshSources

@Suite struct HTTPHeadTests {
  private func head(_ lines: String...) -> HTTPHead {
    var head = HTTPHead()
    for line in lines { head.take(Array((line + "\r\n").utf8)) }
    return head
  }

  @Test func `the last answer counts, and what follows its body does not`() {
    let head = head(
      "HTTP/1.1 103 Early Hints", "ETag: \"old\"", "", "HTTP/1.1 200 All  fine",
      "content-TYPE:\t text/plain ",
      "ETag: \"new\"", "Content-Length: 12", "no colon", "", "ETag: \"trailer\"", "Location: /x")
    #expect(head.status == 200 && head.isSuccess && !head.isRedirect)
    #expect(head.reason == "All  fine")
    #expect(head.contentType == "text/plain")
    #expect(head.validators.etag == "\"new\"")
    #expect(head.length == 12)
  }

  @Test func `a body that is packed has the length that was said, one in pieces has none`() {
    let packed = head("HTTP/1.1 200", "Content-Length: 12", "Content-Encoding: gzip", "")
    #expect(packed.length == 12 && packed.encoding == "gzip")
    #expect(head("HTTP/1.1 200", "Transfer-Encoding: chunked", "Content-Length: 12", "").length == nil)
  }

  @Test(arguments: [
    ["3", "4"], ["3", "four"], ["99999999999999999999999"], ["-5"], ["+5"], ["3, 4"], ["0x10"], [""],
  ])
  func `a length that is none, or that is two, is not clear`(lengths: [String]) {
    var head = HTTPHead()
    for line in ["HTTP/1.1 200 OK"] + lengths.map({ "Content-Length: \($0)" }) + [""] {
      head.take(Array((line + "\r\n").utf8))
    }
    #expect(head.isLengthUnclear)
  }

  @Test func `a length that is said twice is clear, and one that does not count cannot be unclear`() {
    let twice = head("HTTP/1.1 200", "Content-Length: 12", "Content-Length: 12", "")
    #expect(twice.length == 12 && !twice.isLengthUnclear)
    #expect(!head("HTTP/1.1 200", "Content-Length: x", "Transfer-Encoding: chunked", "").isLengthUnclear)
    #expect(!head("HTTP/1.1 103", "Content-Length: x", "", "HTTP/1.1 200", "").isLengthUnclear)
  }

  @Test func `a field that looks like a status line is a field, and what follows the body is none`() {
    #expect(head("HTTP/1.1 200 OK", "HTTP/x: 302", "Location: /a", "").status == 200)
    #expect(head("HTTP/1.1 200 OK", "", "HTTP/1.1 302 Found", "Location: /a", "").status == 200)
  }

  @Test func `a redirect needs a place`() {
    #expect(head("HTTP/1.1 302 Found", "Location: /a", "Location: /b", "").location == "/a")
    #expect(!head("HTTP/1.1 302 Found", "").isRedirect)
    #expect(!head("HTTP/1.1 304 Not Modified", "Location: /a", "").isRedirect)
  }

  @Test func `what is no head is none`() {
    #expect(head("HTTP/1.1", "").status == 0)
    #expect(head("HTTP/1.1 two hundred", "").status == 0)
    #expect(head("HTTP/1.1 500 \u{1B}[31m\(String(repeating: "x", count: 99))", "").reason.count == 60)
    #expect(head("HTTP/1.1 500 \u{1B}[31m", "").reason == "\u{FFFD}[31m")
  }
}
