import RefreshSources
import Testing

@Suite struct SourceSpecTests {
  @Test func `the demo and a command line are read as written`() throws {
    #expect(try SourceSpec(parsing: "lines") == .lines)
    #expect(try SourceSpec(parsing: "command: echo \"a:b\" | cat") == .command(" echo \"a:b\" | cat"))
  }

  @Test(arguments: [
    "", "Lines", "lines ", "command", "command:", "command: \t", "file", "file:", "directory:", "sqlite:/x",
    "lines:", "https://x/", "c\0",
  ])
  func `anything else is refused, saying what is allowed`(text: String) {
    let error = #expect(throws: SourceSpecError.self) { try SourceSpec(parsing: text) }
    #expect(error?.text == text)
    #expect(error?.description.contains("lines") == true)
    #expect(error?.description.contains("command:LINE") == true)
  }

  @Test func `a file and a folder are read as written`() throws {
    #expect(try SourceSpec(parsing: "file:/var/log/a:b") == .file(FileSpec(path: "/var/log/a:b")))
    #expect(try SourceSpec(parsing: "directory:drop") == .directory(DirectorySpec(path: "drop")))
  }

  @Test func `a cursor is kept by kind and place`() {
    let specs: [SourceSpec] = [
      .file(FileSpec(path: "/a")), .file(FileSpec(path: "/b")), .directory(DirectorySpec(path: "/a")),
      .sqlite(SQLiteSpec(path: "/a", query: "SELECT 1")), .sqlite(SQLiteSpec(path: "/a", query: "SELECT 2")),
    ]
    #expect(Set(specs.map(\.cursorName)).count == specs.count)
    #expect(SourceSpec.file(FileSpec(path: "/a", from: .end)).cursorName == "file:/a")
    #expect(SourceSpec.command("date").cursorName == "command:date")
  }

  @Test func `a command line with a NUL in it is refused`() {
    #expect(throws: SourceSpecError.self) { try SourceSpec(parsing: "command:echo\0rm") }
  }
}
