import RefreshSources
import Testing

@Suite struct SourceSpecTests {
  @Test func `the demo and a command line are read as written`() throws {
    #expect(try SourceSpec(parsing: "lines") == .lines)
    #expect(try SourceSpec(parsing: "command: echo \"a:b\" | cat") == .command(" echo \"a:b\" | cat"))
  }

  @Test(arguments: [
    "", "Lines", "lines ", "command", "command:", "command: \t", "file", "file:", "directory:", "sqlite:/x",
    "lines:", "ftp://x/", "HTTP", "http:", "http:x", "http://",
    "http://a b/", "http://[::1", "https://x:99999/", "http://x/\0", "c\0",
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

  @Test(arguments: ["http://localhost:8080", "https://example.org/a?b=c#d", "https://user:pass@[::1]:1/é"])
  func `an address is a source by HTTP with the usual bounds`(text: String) throws {
    let spec = try SourceSpec(parsing: text)
    #expect(spec == .http(HTTPSpec(url: text)))
    #expect(HTTPSpec(url: text).content == .automatic)
    #expect(HTTPSpec(url: text).timeout == 30_000)
  }

  @Test func `what is secret in an address is not shown with it`() {
    let error = #expect(throws: SourceSpecError.self) {
      try SourceSpec(parsing: "https://user:sesame@ex ample.org/?key=sesame")
    }
    #expect(error?.description.contains("sesame") == false)
    let spec = HTTPSpec(url: "https://user:sesame@example.org:444/path?key=sesame")
    #expect("\(spec)" == "http example.org:444")
    #expect(String(reflecting: spec) == "http example.org:444")
    #expect(!SourceSpec.http(spec).cursorName.contains("sesame"))
  }

  @Test func `a cursor belongs to the address`() throws {
    let spec = HTTPSpec(url: "https://example.org/news?a")
    func name(_ change: (inout HTTPSpec) -> Void) -> String {
      var other = spec
      change(&other)
      return SourceSpec.http(other).cursorName
    }
    let own = name { _ in }
    #expect(own == name { $0.timeout = 1 } && own.hasPrefix("http:example.org "))
    #expect(own == name { $0.url = "https://user:password@example.org/news?a" }, "a new password")
    #expect(own != name { $0.url = "https://example.org/news?b" })
    #expect(own == name { $0.content = .lines }, "its rows have the same keys")
  }

  @Test func `a command line with a NUL in it is refused`() {
    #expect(throws: SourceSpecError.self) { try SourceSpec(parsing: "command:echo\0rm") }
  }
}
