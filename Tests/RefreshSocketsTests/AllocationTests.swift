import CAllocations
import RefreshSockets
import Testing

/// What a fan-out asks of the heap.
@Suite struct AllocationTests {
  @Test func `a row that goes straight to its peers takes no memory for any of them`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    var readers: [RawClient] = []
    // How many peers, and what a row to them took; a slice of the crowd at most.
    var rows = 0
    var rounds: [(peers: Int, taken: Int)] = []
    for peers in [20, 220] {
      while readers.count < peers {
        let client = try #require(RawClient(fanout.server.port))
        #expect(client.handshake()?.status == 101)
        client.sendText("\(rows)")
        #expect(client.frame()?.text == "opening")
        readers.append(client)
      }
      // The first row after a change makes room for the frames of so many.
      for isWarm in [false, true] {
        let before = fanout.server.onLoop { allocations_of_this_thread() }
        fanout.append(1)
        rows += 1
        for client in readers { #expect(client.frame()?.text.hasPrefix("rows") == true) }
        let taken = fanout.server.onLoop { allocations_of_this_thread() } - before
        if isWarm { rounds.append((peers, taken)) }
      }
    }
    #expect(rounds[0].taken > 0, "nothing was counted")
    #expect(rounds[1].taken - rounds[0].taken < 20, "\(rounds)")
  }
}
