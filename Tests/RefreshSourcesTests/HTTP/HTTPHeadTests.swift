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

  @Test func `the length of what is packed says nothing of what comes`() {
    #expect(head("HTTP/1.1 200", "Content-Length: 12", "Content-Encoding: gzip", "").length == nil)
    #expect(head("HTTP/1.1 200", "Content-Encoding: gzip", "Content-Length: 12", "").length == nil)
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
