import Testing

@testable import RefreshServer

/// What can be wrong with where a feed's rows come from.
@Suite struct SourceMistakeTests {
  @Test(arguments: [
    ("{}", "a.source: must have one of command, http, file, directory and sqlite"),
    ("{ comand: 'x' }", "a.source.comand: a source has no such field; did you mean command?"),
    ("{ url: 'http://x/' }", "a.source.url: a source has no such field; did you mean http?"),
    ("{ items: 1, path: 'x' }", "a.source.path: a source has no such field; did you mean file?"),
    ("{ http: 'localhost:8000/x' }", "a.source.http: has no scheme: write http:// or https:// before it"),
    ("'localhost:8000/x'", "a.source: the scheme is missing: write http:// or https://"),
    ("'example.org/news.xml'", "a.source: the scheme is missing: write http:// or https://"),
    ("'/var/log/syslog'", "a.source: a path alone does not say what is there: write file:"),
    ("5", "a.source: must be a text such as"),
    ("{ command: '' }", "a.source.command: must be a text that is not empty"),
    ("{ command: [] }", "a.source.command: names no program"),
    ("{ command: [1] }", "a.source.command[0]: must be a text"),
    (
      "{ command: 'x', rows: 'file' }",
      "a.source.rows: a command's source has no such field; there are command, directory"
    ),
    (
      "{ command: 'x', environment: { 'A=B': 'x' } }",
      "a.source.environment: a variable's name is not empty and has no ="
    ),
    (
      "{ command: 'x', environment: { A: 1 } }",
      "a.source.environment.A: must be a text, or { env: \"NAME\" }"
    ),
    (
      "{ command: 'x', environment: { A: { env: 'NO_SUCH' } } }",
      "a.source.environment.A.env: the variable NO_SUCH is not set"
    ),
    (
      "{ command: 'x', environment: { A: { evn: 'X' } } }",
      "a.source.environment.A.evn: what comes from the environment has no"
    ),
    ("{ file: 5 }", "a.source.file: must be the path of a file"),
    ("{ file: 'x', from: 'top' }", "a.source.from: must be \"start\""),
    ("{ directory: 'x', rows: 'all' }", "a.source.rows: must be \"file\" or \"line\""),
    ("{ http: 'ftp://x' }", "a.source.http: begins with another scheme: only http:// and https://"),
    ("{ http: 1 }", "a.source.http: must be an address"),
    (
      "{ http: 'http://x/', content: 'xml' }",
      "a.source.content: must be \"auto\", \"lines\" or \"feed\", not \"xml\""
    ),
    ("{ http: 'http://x/', content: { rows: 'a..b' } }", "a.source.content.rows: "),
    (
      "{ http: 'http://x/', content: 'lines', item: 'title' }",
      "a.source.item: only what is read as a feed has items"
    ),
    (
      "{ http: 'http://x/', item: 'link' }",
      "a.source.item: must be \"title\", \"title-link\" or \"title-summary\""
    ),
    ("{ http: 'http://x/', headers: { 'X Y': 'z' } }", "a.source.headers: a header's name has"),
    (
      "{ http: 'http://x/', headers: { A: { env: 'NO_SUCH' } } }",
      "a.source.headers.A.env: the variable NO_SUCH is not set"
    ),
    ("{ http: 'http://x/', bearer: 'secret' }", "a.source.bearer: must be { env: \"NAME\" }"),
    (
      "{ http: 'http://x/', bearer: { env: 'NO_SUCH' } }",
      "a.source.bearer.env: the variable NO_SUCH is not set"
    ),
    ("{ http: 'http://x/', timeout: '2h' }", "a.source.timeout: must be milliseconds"),
    ("{ http: 'http://x/', maxBytes: 0 }", "a.source.maxBytes: must be bytes"),
    ("{ http: 'http://x/', redirects: 21 }", "a.source.redirects: must be a whole number from 0 to 20"),
    ("{ http: 'http://x/', file: 'y' }", "a.source.file: a server's source has no such field"),
    ("{ sqlite: 'x' }", "a.source.query: is missing"),
    ("{ sqlite: 'x', query: ' ' }", "a.source.query: write a SELECT"),
  ])
  func `a mistake of a source is told with its field`(text: String, words: String) throws {
    let mistakes = try ConfigurationFile("{ feeds: { a: { source: \(text), top: 'header' } } }").mistakes()
    #expect(mistakes.contains { $0.contains("1: feeds.\(words)") }, "\(mistakes)")
  }
}
