import RefreshSockets
import Testing

/// Rows of a commit wait a little for those of the next one, where many are to get both.
@Suite struct GatheringTests {
  @Test
  func `a crowd gets rows together with those whose commit is under way, a few readers get them at once`()
    throws
  {
    // However slow this machine is, it is not the end of the wait that sends.
    let fanout = try FanoutServer(patience: { count in count < 150 ? 0 : 600_000 })
    defer { fanout.server.stop() }
    var readers = [try fanout.reader(after: 0)]
    fanout.append(1, moreSoon: true)
    #expect(readers[0].frame()?.text == "rows 1 1")
    for _ in 1..<300 { readers.append(try fanout.reader(after: 1)) }
    fanout.append(1, moreSoon: true)
    fanout.append(1, moreSoon: true)
    fanout.append(1)
    for client in readers { #expect(client.frame()?.text == "rows 2 2,3,4") }
  }

  @Test func `rows whose followers do not come are sent when the wait is over`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let readers = try (0..<300).map { _ in try fanout.reader(after: 0) }
    fanout.append(1, moreSoon: true)
    for client in readers { #expect(client.frame()?.text == "rows 1 1") }
  }

  @Test func `the wait is about a frame to each, for a few nothing, for any crowd at most 20 ms`() {
    #expect([0, 149, 150, 1_500, 1_000_000].map(Channel.patience(withSubscriptions:)) == [0, 0, 1, 10, 20])
  }
}
