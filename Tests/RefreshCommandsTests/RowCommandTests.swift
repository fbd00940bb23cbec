import Foundation
import Testing

/// `feeds`, `runs`, `append` and `tail` against a real server.
@Suite struct RowCommandTests {
  @Test func `feeds and runs are tables for people and JSON for programs`() async throws {
    let server = try await RunningServer()
    let feeds = try await Called.shell("refreshd feeds; refreshd feeds --json", server)
    #expect(feeds.lines.first?.hasPrefix("FEED ") == true)
    #expect(feeds.lines[1].hasPrefix("main ") && feeds.lines[1].hasSuffix("Lines"))
    #expect(feeds.lines[5] == #"{"feed":"main","title":"Lines","head":5,"phase":"idle"}"#)
    let runs = try await Called.shell(
      "refreshd pull main --name Anna >/dev/null && refreshd runs main", server)
    #expect(runs.lines.count == 2)
    #expect(runs.lines[1].contains("top   pull   Anna  ok"), "\(runs.output)")
  }

  @Test func `appended rows are exactly the lines, also those without an end and with CR LF`() async throws {
    let server = try await RunningServer()
    let made = try await Called.shell(#"printf 'a\n\nb\r\n\xff c' | refreshd append main"#, server)
    #expect(made.status == 0)
    #expect(made.errors.contains("4 rows appended to main: numbers 6 to 9"))
    #expect(made.errors.contains("not UTF-8"))
    let read = try await Called.shell("refreshd tail main --lines 4 --until-idle", server)
    #expect(read.lines == ["a", "", "b", "\u{FFFD} c"])
  }

  @Test func `an append without a row tells of a feed or a server that is not there, too`() async throws {
    let server = try await RunningServer()
    let wrong = try await Called.shell("refreshd append mian </dev/null", server)
    #expect(
      wrong.status == 3
        && wrong.errors == "refreshd append: there is no feed mian; 'refreshd feeds' lists those there are\n",
      "\(wrong.errors)")
    let right = try await Called.shell("refreshd append main </dev/null", server)
    #expect(right.status == 0 && right.errors.contains("no row appended to main"), "\(right.errors)")
    let nobody = try await Called.shell(
      "refreshd append main --retry 0 --server http://127.0.0.1:1 </dev/null", server)
    #expect(nobody.status == 4, "\(nobody.errors)")
  }

  @Test(arguments: [
    ("append", SIGINT, Int32(130), "a"), ("append", SIGTERM, Int32(143), "a"),
    ("append", SIGHUP, Int32(129), "a"), ("import", SIGINT, Int32(130), #"{"text":"a"}"#),
    ("import", SIGHUP, Int32(129), #"{"text":"a"}"#),
  ])
  func `whoever interrupts what appends is told how many rows had been appended`(
    command: String, signal: Int32, status: Int32, row: String
  ) async throws {
    let server = try await RunningServer()
    // An import sends 500 at a time.
    let count = command == "append" ? 2 : 500
    let appending = try await appending(command, to: server, [String](repeating: row, count: count))
    appending.interrupt(signal)
    let end = try await appending.end()
    #expect(end.status == status, "\(end.errors)")
    #expect(
      end.errors.hasPrefix("\(count) rows appended to main: numbers 6 to \(5 + count)"), "\(end.errors)")
  }

  /// Calls a command with input that does not end, and waits until it has appended that much.
  private func appending(_ command: String, to server: RunningServer, _ lines: [String]) async throws
    -> Calling
  {
    let input = server.folder + "/input"
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: server.folder + "/lines"))
    let call = try Calling(
      "mkfifo \(input); exec 3<>\(input); cat \(server.folder)/lines >&3; exec $REFRESHD \(command) main <&3",
      server)
    _ = try await Called.shell(
      "until refreshd export main | grep -q '\"seq\":\(5 + lines.count),'; do sleep 0.05; done", server)
    return call
  }

  @Test func `an interruption tells of rows that have had no answer, too`() async throws {
    let server = try await RunningServer()
    let appending = try await appending("append", to: server, ["a"])
    server.kill()
    _ = try await Called.shell("echo b >\(server.folder)/input")
    try await appending.until("another attempt") { $0.errors.contains("trying again") }
    appending.interrupt()
    let end = try await appending.end()
    #expect(end.status == 130)
    #expect(
      end.errors.contains(
        "1 row appended to main: number 6; whether the row that was sent last was appended, too, is not known: "
          + "'refreshd tail main' shows it"), "\(end.errors)")
  }

  @Test func `JSON lines may hold line breaks, and a line that is none is named; the rows before it stay`()
    async throws
  {
    let server = try await RunningServer()
    let made = try await Called.shell(
      #"printf '{"text":"a\\nb"}\n"c"\nno\n"d"\n' | refreshd append main --json"#, server)
    #expect(made.status == 1)
    #expect(made.errors.contains("2 rows appended"))
    #expect(made.errors.contains("line 3 is no row"))
    let text = try await Called.shell("refreshd tail main --lines 2 --until-idle", server)
    #expect(text.lines == [#"a\nb"#, "c"])
    let json = try await Called.shell("refreshd tail main --lines 2 --until-idle --json", server)
    #expect(json.lines[0].contains(#""seq":6,"#) && json.lines[0].contains(#""text":"a\nb""#))
  }

  @Test func `a line that is too long ends an append, or is cut if wanted`() async throws {
    let server = try await RunningServer()
    let long = "head -c 9000 /dev/zero | tr '\\0' 'x'"
    let refused = try await Called.shell("(echo a; \(long); echo; echo b) | refreshd append main", server)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("1 row appended") && refused.errors.contains("line 2 is longer"))
    let cut = try await Called.shell("(\(long); echo; echo b) | refreshd append main --cut", server)
    #expect(cut.status == 0)
    let read = try await Called.shell("refreshd tail main --lines 2 --until-idle", server)
    #expect(read.lines[0].utf8.count == 8_192 && read.lines[0].hasSuffix("… [cut]"))
    #expect(read.lines[1] == "b")
  }

  @Test func `a server that takes fewer rows at a time gets them in halves, in order`() async throws {
    let server = try await RunningServer(["--append-rows", "7", "--max-body", "600"])
    let made = try await Called.shell("seq 1 500 | refreshd append main", server)
    #expect(made.errors.contains("500 rows appended"), "\(made.errors)")
    let read = try await Called.shell("refreshd tail main --lines 500 --until-idle", server)
    #expect(read.lines == (1...500).map(String.init))
  }

  @Test func `no row is lost or doubled by append and tail when the server is killed between them`()
    async throws
  {
    let server = try await RunningServer()
    let tail = try Calling("refreshd tail main --lines 0", server)
    try await server.subscribers(1)
    // Rows are left for after each restart, however long it takes.
    let go = server.folder + "/go-"
    let append = try Calling(
      """
      for n in $(seq 1 400); do
        echo row $n; sleep 0.005; case $n in 130|260) until [ -e \(go)$n ]; do sleep 0.02; done;; esac
      done | refreshd append main
      """, server)
    for number in [130, 260] {
      try await tail.until("row \(number - 60)") { $0.output.contains("row \(number - 60)\n") }
      server.kill()
      try await server.start()
      _ = try await Called.shell("touch \(go)\(number)")
    }
    let appended = try await append.end()
    #expect(appended.status == 0, "\(appended.errors)")
    try await tail.until("the last row") { $0.output.hasSuffix("row 400\n") }
    let rows = tail.output.split(separator: "\n").map(String.init)
    #expect(rows == (1...400).map { "row \($0)" })
    #expect(tail.errors.contains("connected again"))
    let all = try await Called.shell("refreshd tail main --lines 1000 --until-idle | tail -n +6", server)
    #expect(all.lines == (1...400).map { "row \($0)" })
  }

  @Test func `a place in a file goes on exactly, also more rows behind than the socket resumes`() async throws
  {
    let server = try await RunningServer(["--far-rows", "50"])
    let state = server.folder + "/place"
    let first = try await Called.shell("refreshd tail main --lines 2 --count 1 --state \(state)", server)
    #expect(first.lines == ["Line 4"])
    _ = try await Called.shell("seq 1 3000 | refreshd append main", server)
    let next = try await Called.shell("refreshd tail main --until-idle --state \(state)", server)
    #expect(next.lines == ["Line 5"] + (1...3_000).map(String.init))
    let last = try await Called.shell("refreshd tail main --until-idle --state \(state)", server)
    #expect(last.status == 0 && last.output.isEmpty && last.errors.isEmpty)
    let other = try await Called.shell("refreshd tail header --until-idle --state \(state)", server)
    #expect(other.status == 1 && other.errors.contains("is the place in the feed main"))
  }

  @Test func `rows that are not kept any more, and a list that was replaced, are told`() async throws {
    let server = try await RunningServer(["--keep-rows", "100"])
    let state = server.folder + "/place"
    _ = try await Called.shell("refreshd tail main --until-idle --state \(state)", server)
    _ = try await Called.shell("seq 1 300 | refreshd append main", server)
    let next = try await Called.shell("refreshd tail main --until-idle --lines 3 --state \(state)", server)
    #expect(next.errors.contains("rows 6 to 205 are not kept any more: going on with 206"), "\(next.errors)")
    #expect(next.lines == (201...300).map(String.init))
    server.kill()
    for file in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: server.folder + "/" + file)
    }
    try await server.start()
    let anew = try await Called.shell("refreshd tail main --until-idle --lines 3 --state \(state)", server)
    #expect(anew.errors.contains("main is another list now"), "\(anew.errors)")
    #expect(anew.lines == ["Line 3", "Line 4", "Line 5"])
  }

  @Test func `a reader who goes away ends a command quietly, even one that has nothing to print`()
    async throws
  {
    let server = try await RunningServer()
    let tail = try await Called.shell(
      "refreshd tail main --lines 2 | head -1; echo ${PIPESTATUS[0]}", server)
    #expect(tail.lines == ["Line 4", "0"])
    #expect(tail.errors.isEmpty)
  }

  @Test func `no server, no feed, no token: each has its status and its words`() async throws {
    let token = try await Called.shell("refreshd token --role view")
    let hash = try #require(token.output.firstMatch(of: /view:sha256:\S+/)).0
    let secret = try #require(token.output.firstMatch(of: /rt_\S+/)).0
    let server = try await RunningServer(["--token", String(hash)])
    let without = try await Called.shell("refreshd feeds; echo $?; refreshd tail main; echo $?", server)
    #expect(without.lines == ["3", "3"])
    #expect(without.errors.contains("--token-file") && !without.errors.contains("sha256"))
    let file = server.folder + "/token"
    try Data(secret.utf8).write(to: URL(filePath: file))
    let with = try await Called.shell(
      """
      refreshd tail main --lines 1 --until-idle --token-file \(file); REFRESHD_TOKEN=\(secret) refreshd feeds | wc -l
      echo x | refreshd append main --token-file \(file); echo $?; refreshd pull main --token-file \(file); echo $?
      refreshd runs nope --token-file \(file); echo $?; refreshd tail nope --token-file \(file); echo $?
      refreshd tail main --server http://127.0.0.1:1; echo $?; refreshd feeds --server http://127.0.0.1:1; echo $?
      """, server)
    #expect(with.lines == ["Line 5", "5", "3", "3", "3", "3", "4", "4"], "\(with.errors)")
    #expect(with.errors.contains("there is no feed nope; 'refreshd feeds' lists those there are"))
  }
}
