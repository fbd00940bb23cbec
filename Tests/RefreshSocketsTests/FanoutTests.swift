import Glibc
import RefreshLoop
import RefreshSockets
import Testing

@Suite struct FanoutTests {
  @Test func `many readers from any cursor get every row once and in order, while rows are appended`() throws
  {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    fanout.append(300)
    let done = Mailbox<Bool>()
    let threads = (0..<200).map { number in
      LoopThread {
        let cursor = number * 37 % 300
        guard let client = RawClient(fanout.server.port), client.handshake()?.status == 101 else {
          return done.put(false)
        }
        client.sendText("\(cursor)")
        var rows = RowReader(after: cursor)
        while rows.next <= 2_300, let frame = client.frame(), frame.opcode == 1 {
          _ = rows.take(frame.text)
        }
        done.put(rows.isInOrder && rows.next == 2_301)
      }
    }
    for _ in 0..<200 { fanout.append(10) }
    for _ in threads { #expect(done.take(within: 60) == true) }
    for thread in threads { thread.join() }
  }

  @Test func `everything that becomes visible in one turn is one frame`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let readers = try (0..<5).map { _ in try fanout.reader(after: 0) }
    fanout.server.onLoop {
      for _ in 0..<10 {
        fanout.log.append(1)
        fanout.channel.rowsVisible(upTo: fanout.log.rows.count)
      }
    }
    for client in readers { #expect(client.frame()?.text == "rows 1 1,2,3,4,5,6,7,8,9,10") }
    #expect(fanout.log.frames == 1)
  }

  @Test func `who comes in the turn in which a row does takes nobody's place`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let readers = try (0..<3).map { _ in try fanout.reader(after: 0) }
    fanout.append(1)
    for client in readers { #expect(client.frame()?.text == "rows 1 1") }
    let late = try #require(RawClient(fanout.server.port))
    #expect(late.handshake()?.status == 101)
    let peer = fanout.server.onLoop { fanout.server.peer(4) }
    let subscription = fanout.server.onLoop {
      fanout.log.append(1)
      fanout.channel.rowsVisible(upTo: 2)
      return fanout.channel.subscribe(peer, opening: [], after: 1)
    }
    for client in readers + [late] { #expect(client.frame()?.text == "rows 2 2") }
    withExtendedLifetime(subscription) {}
  }

  @Test func `a state comes after the rows it waits for, only the latest one, and presence opens`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    fanout.server.onLoop { fanout.channel.setPresence(Frame("presence 1")) }
    let client = try fanout.reader(after: 0)
    #expect(client.frame()?.text == "presence 1")
    fanout.server.onLoop {
      fanout.channel.setState(Frame("state old"), notBefore: 0)
      fanout.channel.setState(Frame("state new"), notBefore: 3)
      fanout.log.append(2)
      fanout.channel.rowsVisible(upTo: 2)
    }
    #expect(client.frame()?.text == "rows 1 1,2")
    fanout.append(1)
    #expect(client.frame()?.text == "rows 3 3")
    #expect(client.frame()?.text == "state new")
  }

  @Test func `a presence that a reader began with is not told it twice`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let client = try #require(RawClient(fanout.server.port))
    #expect(client.handshake()?.status == 101)
    let peer = fanout.server.onLoop { fanout.server.peer(1) }
    let subscription = fanout.server.onLoop {
      fanout.channel.subscribe(peer, opening: [], presence: Frame("presence 1"), after: 0)
    }
    #expect(client.frame()?.text == "presence 1")
    fanout.server.onLoop {
      fanout.channel.setPresence(Frame("presence 1"))
      fanout.channel.setState(Frame("state"), notBefore: 0)
    }
    #expect(client.frame()?.text == "state")
    fanout.server.onLoop { fanout.channel.setPresence(Frame("presence 2")) }
    #expect(client.frame()?.text == "presence 2")
    fanout.server.onLoop { fanout.channel.setPresence(Frame("presence 1")) }
    #expect(client.frame()?.text == "presence 1")
    withExtendedLifetime(subscription) {}
  }

  @Test func `what a reader alone was to be told goes out though its subscription ends in the same turn`()
    throws
  {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let client = try fanout.reader(after: 0)
    fanout.server.onLoop {
      fanout.subscription(1).setPull(Frame("pull"))
      fanout.channel.setState(Frame("state"), notBefore: 0)
      fanout.channel.unsubscribe(fanout.subscription(1))
    }
    #expect(client.frame()?.text == "pull")
    client.sendText("0")
    #expect(client.frame()?.text == "opening")
  }

  @Test func `while a log loads, states and reports go on; the rows follow when it has loaded`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    fanout.append(5)
    fanout.server.onLoop { fanout.log.isLoading = true }
    let client = try fanout.reader(after: 0)
    fanout.server.onLoop {
      fanout.channel.setState(Frame("state"), notBefore: 0)
      fanout.subscription(1).setPull(Frame("pull old"))
      fanout.subscription(1).setPull(Frame("pull"))
    }
    #expect(client.frame()?.text == "pull")
    #expect(client.frame()?.text == "state")
    fanout.server.onLoop {
      fanout.log.isLoading = false
      fanout.channel.loaded()
    }
    #expect(client.frame()?.text == "rows 1 1,2,3,4,5")
  }

  @Test func `a reader that takes nothing is given up, with little memory, while others go on`() throws {
    var settings = SocketSettings()
    settings.stall = 1_500
    let fanout = try FanoutServer(settings: settings)
    defer { fanout.server.stop() }
    let frozen = try fanout.reader(after: 0)
    let reader = try fanout.reader(after: 0)
    let done = Mailbox<Bool>()
    let thread = LoopThread {
      var rows = RowReader(after: 0)
      while rows.next <= 20_000, let frame = reader.frame(), frame.opcode == 1 { _ = rows.take(frame.text) }
      done.put(rows.isInOrder && rows.next == 20_001)
    }
    let before = residentBytes()
    for _ in 0..<200 { fanout.append(100, size: 1_000) }
    #expect(done.take(within: 60) == true)
    thread.join()
    // The log of the test itself holds 20 MB; a queue for the frozen reader would be as much again.
    #expect(residentBytes() - before < 60_000_000)
    #expect(fanout.server.heard.take { $0 == .closed(1) } != nil)
    var rows = RowReader(after: 0)
    var last: RawFrame?
    while let frame = frozen.frame() {
      last = frame
      if !rows.take(frame.text) { break }
    }
    #expect(rows.isInOrder)
    #expect(last?.code == nil || last?.code == 4208)
  }

  @Test func `a slow line that takes something all the while is not given up`() throws {
    var settings = SocketSettings()
    settings.stall = 2_000
    let fanout = try FanoutServer(settings: settings)
    defer { fanout.server.stop() }
    let slow = try fanout.reader(after: 0)
    for _ in 0..<80 { fanout.append(100, size: 1_000) }
    var rows = RowReader(after: 0)
    while rows.next <= 8_000, let frame = slow.frame(), frame.opcode == 1 {
      _ = rows.take(frame.text)
      // The line itself: about 1 MB/s.
      usleep(25_000)
    }
    #expect(rows.isInOrder)
    #expect(rows.next == 8_001)
  }

  @Test func `a channel's subscribers may end in the middle of everything`() throws {
    let fanout = try FanoutServer()
    defer { fanout.server.stop() }
    let readers = try (0..<6).map { _ in try fanout.reader(after: 0) }
    fanout.server.onLoop {
      fanout.log.append(1)
      fanout.channel.rowsVisible(upTo: 1)
      fanout.server.peer(2).drop()
      fanout.channel.unsubscribe(fanout.subscription(3))
      fanout.channel.unsubscribe(fanout.subscription(3))
      fanout.server.peer(4).close(code: 4200, reason: "draining")
    }
    for number in [0, 4, 5] { #expect(readers[number].frame()?.text == "rows 1 1") }
    #expect(readers[3].frame()?.code == 4200)
    #expect(fanout.server.heard.take { $0 == .closed(2) } != nil)
    #expect(fanout.server.onLoop { fanout.channel.count } == 3)
  }
}

private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 128)
  fgets(&text, 128, file)
  let fields = String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self).split(
    separator: " ")
  return (Int(fields[1]) ?? 0) * 4_096
}
