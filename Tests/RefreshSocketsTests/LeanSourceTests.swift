import Foundation
import Testing

@testable import RefreshSockets

/// What goes out of a script or a style sheet.
@Suite struct LeanSourceTests {
  private func lean(_ text: String, _ type: String = "text/javascript; charset=utf-8") -> String {
    String(decoding: LeanSource.of(Array(text.utf8), type: type), as: UTF8.self)
  }

  @Test(arguments: [
    ("// words\nlet a = 1; // more\n", "\nlet a = 1; \n"),
    ("/** Words.\n *  More.\n */\n  call();\n", "\n\n\ncall();\n"),
    ("a/* words */b", "a/* words */b"), ("/*! licence */\nx", "/*! licence */\nx"),
    ("return/*\n*/1", "return/*\n*/1"),
    ("\tif (a) {\n\t\tb();\r\n\t}", "if (a) {\nb();\r\n}"),
    // What looks like a comment and is none.
    (#"  f("// no", '/* no */', "\"// no");"#, #"f("// no", '/* no */', "\"// no");"#),
    ("f(`\n  // no\n  /* no */`);", "f(`\n  // no\n  /* no */`);"),
    (
      "f(`a ${b({\n  c: `\n  // no ${d}`, // yes\n})}\n  // no`)",
      "f(`a ${b({\nc: `\n  // no ${d}`, \n})}\n  // no`)"
    ),
    (#"f(`\`\${ // no`) // yes"#, #"f(`\`\${ // no`) "#),
    (#"s.replace(/[/"'`]\/\//g, "") // yes"#, #"s.replace(/[/"'`]\/\//g, "") "#),
    ("return /[/]a/.test(a)\n  // yes", "return /[/]a/.test(a)\n"),
    ("i++ / 2; i / 3\n  if (s) /a/.test(s)\n", "i++ / 2; i / 3\nif (s) /a/.test(s)\n"),
    ("x = a / b; // yes\n  y = (a) / 2 / c\n// yes", "x = a / b; \ny = (a) / 2 / c\n"),
    ("const url = 1 //\n/ 2", "const url = 1 \n/ 2"),
  ])
  func `a script loses comments and indentation, and keeps its lines and its texts`(
    text: String, lean: String
  ) {
    #expect(self.lean(text) == lean)
  }

  @Test(arguments: [
    ("/* words */\n.a {\n  color: red; /* why */\n}", "\n.a {\ncolor: red; \n}"),
    (#".a::before { content: "/* no */" }"#, #".a::before { content: "/* no */" }"#),
    (
      ".a { background: url(//x/*/y.png) } /* yes */\n  b {}\n.c { background: URL( x/*/z.png) }",
      ".a { background: url(//x/*/y.png) } \nb {}\n.c { background: URL( x/*/z.png) }"
    ),
    (".a/**/.b {}\n.a/*\n*/.b {}\n .a /* yes\n */ \n.b {}", ".a/**/.b {}\n.a/*\n*/.b {}\n.a \n \n.b {}"),
    ("@import '//x';  /* it's */\n  b {}", "@import '//x';  \nb {}"),
  ])
  func `a style sheet does, too`(text: String, lean: String) {
    #expect(self.lean(text, "text/css; charset=utf-8") == lean)
  }

  @Test(arguments: [
    "let a = 'no end // words\n", "f(`no end // words", "f(`${ no end // words", "/* no end",
    "  // only `\n f(` // ",
    // A division or a pattern, by what only a whole reading tells.
    "  a++ / 2, u = \"/\", v = \"//x\"",
    "  {}\n/\"/.test(x) // no",
    "  x = of / 2 + \"//\"", "  // a\u{2028}n = 1",
  ])
  func `a file that is not what it says goes out as it is`(text: String) {
    #expect(lean(text) == text)
  }

  @Test(arguments: [
    ("q =\r\n  /\"/; // yes", "q =\r\n/\"/; "),
    ("p =\t/\"/; q = 'it //is' // yes", "p =\t/\"/; q = 'it //is' "),
    ("x = m_in / 2 // yes", "x = m_in / 2 "),
    ("  x = m.in / 2 + \"//\" // yes", "x = m.in / 2 + \"//\" "),
    ("  return /'/.test(a) // yes", "return /'/.test(a) "),
    ("x = `${f(a) / 2}` // yes", "x = `${f(a) / 2}` "),
    ("if (s(1)) /\"/.test(s) && f('//') // yes", "if (s(1)) /\"/.test(s) && f('//') "),
  ])
  func `what stands before a slash may be any space, and any name`(text: String, lean: String) {
    #expect(self.lean(text) == lean)
  }

  @Test func `a large file goes out as it is, so that it holds up nobody`() {
    let text = String(repeating: "  a();\n", count: LeanSource.maxSize / 7 + 1)
    #expect(lean(text) == text)
  }

  @Test func `other text goes out as it is`() {
    for type in ["text/html; charset=utf-8", "text/plain; charset=utf-8", "application/json"] {
      #expect(lean("  // a\n", type) == "  // a\n")
    }
  }

  /// That the page works with what it gets is what its tests in a browser prove.
  @Test func `every script and style sheet of the page is leaner, has its lines, and cannot get leaner`()
    throws
  {
    let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../web").standardized
    let files = try #require(FileManager.default.enumerator(at: web, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where ["js", "css"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let type = MediaType.of(file.path)
      let lean = lean(text, type)
      let lines = lean.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines.count == text.split(separator: "\n", omittingEmptySubsequences: false).count, "\(file.path)")
      #expect(self.lean(lean, type) == lean, "\(file.path)")
      #expect(!lines.contains { $0.hasPrefix("//") || $0.hasPrefix("/*") }, "\(file.path)")
      let indented = text.contains("\n  ")
      #expect(!indented || lean.utf8.count < text.utf8.count, "\(file.path)")
      count += 1
    }
    #expect(count > 50)
  }
}
