import Foundation
import Testing

/// `export` and `import` against real servers.
@Suite struct ExportTests {
  @Test func `what is exported can be imported elsewhere, row for row`() async throws {
    let server = try await RunningServer()
    _ = try await Called.shell(
      #"(seq 1 2500; printf '"a\\n\\u0000b"\n') | sed 's/^[0-9]*$/"&"/' | refreshd append main --json"#,
      server)
    let file = server.folder + "/main.jsonl"
    let made = try await Called.shell(
      "refreshd export main > \(file) && wc -l < \(file); head -1 \(file)", server)
    #expect(made.lines.first == "2506", "\(made.errors)")
    #expect(made.lines[1].hasPrefix(#"{"seq":1,"at":"#) && made.lines[1].hasSuffix(#""text":"Line 1"}"#))
    let other = try await RunningServer(["--append-rows", "100"])
    let back = try await Called.shell(
      "refreshd import overlay < \(file); refreshd export overlay --after 5 | sed 's/.*\"text\"/\"text\"/' > \(file).2",
      other)
    #expect(back.errors.contains("2506 rows appended to overlay: numbers 6 to 2511"), "\(back.errors)")
    let same = try await Called.shell("sed 's/.*\"text\"/\"text\"/' \(file) | cmp - \(file).2")
    #expect(same.status == 0, "\(same.output)")
  }

  @Test func `an import that failed half-way is repeated without doubling a row`() async throws {
    let server = try await RunningServer(["--append-rows", "200"])
    let file = server.folder + "/rows"
    _ = try await Called.shell(#"seq 1 1800 | sed 's/.*/{"text":"row &"}/' > \#(file)"#)
    let half = try await Called.shell(
      "(head -1300 \(file); echo '{\"text\":\"ro') | refreshd import main", server)
    #expect(half.status == 1)
    #expect(half.errors.contains("line 1301 is no row"))
    #expect(half.errors.contains("1000 rows appended to main: numbers 6 to 1005"))
    for words in [
      "800 rows appended to main: numbers 1006 to 1805; 1000 rows were there already",
      "no row appended to main: all 1800 rows were there already",
    ] {
      let whole = try await Called.shell("refreshd import main < \(file)", server)
      #expect(whole.status == 0)
      #expect(whole.errors == words + "\n")
      let rows = try await Called.shell(
        "refreshd export main --after 5 | wc -l; refreshd tail main --lines 1 --until-idle", server)
      #expect(rows.lines == ["1800", "row 1800"])
    }
    let again = try await Called.shell(
      "refreshd import main --key again < \(file); refreshd export main | wc -l", server)
    #expect(again.lines == ["3605"])
  }

  @Test func `whoever has shown too many wrong tokens is refused, in the server's words`() async throws {
    let token = try await Called.shell("refreshd token --role view; refreshd token; refreshd token")
    let hash = try #require(token.output.firstMatch(of: /view:sha256:\S+/)).0
    let secrets = token.output.matches(of: /rt_\S+/).map { String($0.0) }
    let server = try await RunningServer(["--token", String(hash), "--wrong-tokens", "2"])
    for secret in secrets.suffix(2) {
      #expect(try await Called.shell("refreshd feeds", server, ["REFRESHD_TOKEN": secret]).status == 3)
    }
    for command in ["feeds", "pull main"] {
      let end = try await Called.shell("refreshd \(command)", server, ["REFRESHD_TOKEN": secrets[0]])
      #expect(end.status == 3 && end.errors.contains("too many wrong tokens"), "\(end.errors)")
    }
  }

  @Test func `whoever may append and nothing else is told what was there already, and of a feed that is not`()
    async throws
  {
    let token = try await Called.shell("refreshd token --role append")
    let hash = try #require(token.output.firstMatch(of: /append:sha256:\S+/)).0
    let secret = try #require(token.output.firstMatch(of: /rt_\S+/)).0
    let server = try await RunningServer(["--token", String(hash)])
    let call = try await Called.shell(
      """
      for n in 1 2; do echo '"a"' | refreshd import main; done; refreshd import main </dev/null; echo $?
      refreshd append main </dev/null; echo $?; refreshd import mian </dev/null; echo $?
      """, server, ["REFRESHD_TOKEN": String(secret)])
    #expect(call.lines == ["0", "0", "3"])
    #expect(
      call.errors == """
        1 row appended to main: number 6
        no row appended to main: the 1 row was there already
        no row appended to main
        no row appended to main
        refreshd import: there is no feed mian; 'refreshd feeds' lists those there are

        """)
  }

  @Test func `an export goes on where the last one ended, and tells of rows that are gone`() async throws {
    let server = try await RunningServer(["--keep-rows", "50"])
    let state = server.folder + "/place"
    let first = try await Called.shell("refreshd export main --state \(state) | wc -l", server)
    #expect(first.lines == ["5"])
    let next = try await Called.shell(
      "seq 1 10 | refreshd append main --quiet; refreshd export main --state \(state) | wc -l", server)
    #expect(next.lines == ["10"] && next.errors.isEmpty)
    let late = try await Called.shell(
      "seq 1 100 | refreshd append main --quiet; refreshd export main --state \(state) | wc -l", server)
    #expect(late.lines == ["50"])
    #expect(late.errors.contains("not kept any more"), "\(late.errors)")
  }

  @Test(arguments: ["export main", "tail main --until-idle"])
  func `a place that cannot be kept is told before a row is printed, and one that can leaves nothing else`(
    command: String
  ) async throws {
    let server = try await RunningServer()
    let refused = try await Called.shell(
      "refreshd \(command) --state \(server.folder)/nowhere/place", server)
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors.contains("nowhere/place: No such file or directory; name another"), "\(refused.errors)")
    let kept = try await Called.shell(
      "mkdir \(server.folder)/places; cd \(server.folder)/places; refreshd \(command) --state place; ls",
      server)
    #expect(kept.lines.count == 6 && kept.lines.last == "place", "\(kept.output) \(kept.errors)")
  }
}
