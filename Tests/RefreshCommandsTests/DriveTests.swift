import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshCommands

/// `drive`: what it finds, and that it finds nothing on a server that is right.
@Suite struct DriveTests {
  @Test func `fifty clients pull at random: one run at a time, equal lists`() async throws {
    let server = try await RunningServer(["--minimum-visible", "50", "--settle", "50"])
    let drive = try await Called.shell("refreshd drive --clients 50 --minutes 0.1 --seed 7", server)
    #expect(drive.status == 0, "\(drive.output) \(drive.errors)")
    #expect(drive.lines.contains { $0.hasPrefix("✓ 50 lists are equal to the server's, up to row ") })
    let runs = try #require(drive.output.firstMatch(of: /✓ (\d+) runs, one at a time/)?.1)
    #expect(Int(runs)! > 0)
    #expect(drive.lines.contains { $0.contains("s: clients 50/50, ") }, "\(drive.output)")
  }

  @Test func `a feed that cannot be pulled, a server that is not there, an interrupted drive`() async throws {
    let server = try await RunningServer()
    let nowhere = try await Called.shell(
      "refreshd drive --feed nope; echo $?; refreshd drive --server http://127.0.0.1:1; echo $?", server)
    #expect(nowhere.lines == ["3", "4"])
    let drive = try Calling("LC_ALL=C exec $REFRESHD drive --clients 3", server)
    try await drive.until("a line") { $0.output.contains(#/clients 3/3.* runs ok [1-9]/#) }
    drive.interrupt()
    let end = try await drive.end()
    #expect(end.status == 0)
    #expect(end.output.contains("ok: 3 lists are equal"), "\(end.output) \(end.errors)")
  }

  @Test func `a drive whose pulls are all refused says so and why, and has failed`() async throws {
    let server = try await RunningServer(["--cooldown", "600000", "--minimum-visible", "0"])
    #expect(try await Called.shell("refreshd pull main --begin", server).status == 0)
    let drive = try Calling("exec $REFRESHD drive --clients 3", server)
    try await drive.until("a pull that is refused") { $0.output.contains(#/ refused [1-9]/#) }
    drive.interrupt()
    let end = try await drive.end()
    #expect(end.status == 1)
    #expect(
      end.output.contains(#/✗ no refresh was made: \d+ pulls? (was|were) refused, the last because main/#))
    #expect(!end.output.contains("one at a time"), "\(end.output)")
  }

  @Test func `a drive without a run says why there was none`() {
    var view = Board.View()
    #expect(view.withoutRuns.hasPrefix("no refresh was made: no pull began one"))
    (view.refused, view.refusal) = (1, "main rests between refreshes; try again then")
    #expect(
      view.withoutRuns
        == "no refresh was made: 1 pull was refused, the last because main rests between refreshes; try again then"
    )
    view.triggered = 1
    #expect(view.withoutRuns.hasPrefix("no refresh that began in this time has ended"))
  }

  @Test func `runs that overlap are found, whatever the order in which they are told`() {
    func run(_ id: Int, _ started: Int64, _ ended: Int64) -> LastRun {
      LastRun(
        end: RunEnd(run: Run(id: id, edge: .top, cause: .pull, by: Author()), outcome: .ok), started: started,
        ended: ended)
    }
    var ledger = RunLedger(before: 3)
    ledger.take([run(6, 300, 400), run(4, 100, 200), run(3, 0, 150)])
    ledger.take([run(5, 200, 300), run(4, 100, 200)])
    #expect(ledger.count == 3)
    #expect(ledger.overlaps.isEmpty)
    ledger.take([run(7, 380, 500)])
    #expect(ledger.overlaps == ["run 7 began 20 ms before run 6 had ended"])
  }

  @Test func `a list that differs from the server's is found: a row, an end, a row too many`() {
    let rows = (1...4).map { Row(text: "row \($0)", at: 5) }
    func differences(_ first: Int, _ own: [Row]) -> [String] {
      ListComparison.differences([(name: "it", list: FeedList(first: first, rows: own))], first: 3, rows)
    }
    #expect(differences(3, rows).isEmpty)
    #expect(differences(5, Array(rows.suffix(2))).isEmpty)
    #expect(differences(3, Array(rows.dropLast())) == ["it's list ends with row 5, the server's with 6"])
    var other = rows
    other[1].at = 6
    #expect(differences(3, other) == ["it's row 4 is another one than the server's"])
    #expect(differences(2, [Row(text: "", at: 0)] + rows) == ["it has row 2, which the server has not"])
  }

  @Test
  func `a row that two clients were told differently is counted, and latency is that of the last client`() {
    var watch = RowWatch()
    let row = Row(text: "a", at: 1_000_000)
    watch.take(first: 7, [row], live: 1, present: 3, at: 1_000_010)
    watch.take(first: 7, [row], live: 1, present: 3, at: 1_000_020)
    #expect(watch.latencies.quantile(0.5) == nil)
    watch.take(first: 7, [row], live: 8, present: 3, at: 1_000_025)
    #expect(watch.latencies.quantile(0.5) == nil)
    watch.take(first: 7, [row], live: 1, present: 3, at: 1_000_030)
    #expect(watch.latencies.quantile(0.5) == 30)
    #expect(watch.differences == 0)
    watch.take(first: 7, [Row(text: "b", at: 1_000_000)], live: 1, present: 3, at: 1_000_040)
    #expect(watch.differences == 1)
  }

  @Test(arguments: [80, 100]) func `the table fits the terminal`(columns: Int) {
    var table = DriveTable(feed: "main", server: "http://127.0.0.1:8080", style: Style(isOn: true))
    var view = Board.View()
    view.title = String(repeating: "列", count: 40)
    view.clients = 5_000
    view.began = 1_234_567
    view.givenUp = 1_234_567
    view.head = 1_234_567
    view.pulls = (0..<8).map {
      PresentPull(client: ClientID("\($0)"), name: "Ännchen 12345", edge: .top, percent: 3.3)
    }
    let lines = table.lines(view, seconds: 12_345, columns: columns, isEnding: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(Shown.width(Style.bare(Style.cut(line, columns - 1))) < columns) }
    for line in lines.prefix(4) { #expect(Shown.width(Style.bare(line)) < columns, "\(line)") }
  }

  @Test func `a drag goes to the same displacement by each way of travelling`() throws {
    for preset in Preset.allCases {
      let policy = EdgePolicy(preset: preset)
      for part in [0.3, 0.8, 1.0] {
        let drag = Drag(.bottom, policy, rows: 100, part: part)
        let samples = drag.samples(moves: 9)
        let way = samples[0].y - samples[9].y
        let reached = policy.displacement(travelled: way, view: samples[0].scroll.view)
        #expect(abs(reached - min(policy.threshold * part + 1, policy.limit)) < 2)
        #expect(samples[0].scroll.top + samples[0].scroll.view == samples[0].scroll.height)
      }
    }
  }
}
