import RefreshSources
import Testing

@Suite struct SourceSpecTests {
  @Test func `the demo and a command line are read as written`() throws {
    #expect(try SourceSpec(parsing: "lines") == .lines)
    #expect(try SourceSpec(parsing: "command: echo \"a:b\" | cat") == .command(" echo \"a:b\" | cat"))
  }

  @Test(arguments: [
    "", "Lines", "lines ", "command", "command:", "command: \t", "file:/x", "https://x/", "c\0",
  ])
  func `anything else is refused, saying what is allowed`(text: String) {
    let error = #expect(throws: SourceSpecError.self) { try SourceSpec(parsing: text) }
    #expect(error?.text == text)
    #expect(error?.description.contains("lines") == true)
    #expect(error?.description.contains("command:LINE") == true)
  }

  @Test func `a command line with a NUL in it is refused`() {
    #expect(throws: SourceSpecError.self) { try SourceSpec(parsing: "command:echo\0rm") }
  }
}
