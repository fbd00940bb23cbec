import RefreshEngine
import Testing

@Suite struct PresenceTests {
  let anna = ClientID("a")
  let ben = ClientID("b")

  @Test func `pulls are shown at once after a quiet time, then every 33 ms with the latest value`() throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    let client = drag.client
    #expect(drag.engine.presence == Presence(watching: 1, names: ["Anna"]))
    func sample(_ phase: PointerPhase, _ y: Double, at now: Milliseconds) throws -> Bool {
      let sample = PointerSample(phase: phase, pointer: 1, x: 0, y: y, scroll: drag.scroll)
      return try drag.engine.sample(sample, n: now, from: client, at: now).contains(.presenceChanged)
    }
    #expect(try !sample(.down, 0, at: 100))
    #expect(try sample(.move, 28, at: 110))
    #expect(
      drag.engine.presence
        == Presence(
          watching: 1, names: ["Anna"], count: 1,
          pulls: [PresentPull(client: client, name: "Anna", edge: .top, percent: 0.2)]))
    #expect(try !sample(.move, 38, at: 120))
    #expect(try !sample(.move, 48, at: 142))
    #expect(drag.engine.nextWake == 143)
    #expect(drag.engine.wake(at: 143) == [.presenceChanged])
    #expect(drag.engine.presence.pulls.map(\.percent) == [0.4])
    #expect(drag.engine.wake(at: 200) == [])
    #expect(try sample(.up, 48, at: 210))
    #expect(drag.engine.presence == Presence(watching: 1, names: ["Anna"]))
    #expect(drag.engine.nextWake == nil)
  }

  @Test func `a pull that has moved and come back within the interval is not shown again`() throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    _ = try drag.send(.down, 0, at: 100)
    _ = try drag.send(.move, 28, at: 110)
    _ = try drag.send(.move, 38, at: 120)
    _ = try drag.send(.move, 28, at: 130)
    #expect(drag.engine.wake(at: 143) == [])
    #expect(drag.engine.presence.pulls.map(\.percent) == [0.2])
    // Looking in vain counts as well: the next look is as far away as after a showing.
    _ = try drag.send(.move, 48, at: 144)
    #expect(drag.engine.nextWake == 176)
  }

  @Test func `those watching are shown when nobody has come or gone for 100 ms`() {
    var feed = FeedEngine(.plain())
    #expect(feed.join(anna, name: "Anna", at: 0) == [])
    #expect(feed.join(ben, name: nil, at: 10) == [])
    #expect(feed.join(ClientID("c"), name: "Cem", at: 20) == [])
    #expect(feed.leave(anna, at: 30) == [])
    #expect(feed.nextWake == 130)
    #expect(feed.wake(at: 130) == [.presenceChanged])
    #expect(feed.presence == Presence(watching: 2, names: ["Cem"]))
    #expect(feed.leave(anna, at: 5_000) == [])
    #expect(feed.nextWake == nil)
  }

  @Test func `those watching alone are shown every second at most`() {
    var feed = FeedEngine(.plain())
    _ = feed.join(anna, name: "Anna", at: 0)
    #expect(feed.wake(at: 100) == [.presenceChanged])
    #expect(feed.join(ben, name: nil, at: 300) == [])
    #expect(feed.nextWake == 1_100)
    #expect(feed.wake(at: 1_099) == [])
    #expect(feed.wake(at: 1_100) == [.presenceChanged])
  }

  @Test func `those watching are shown after a second though more and more come`() {
    var feed = FeedEngine(.plain())
    var shown: [Milliseconds] = []
    for now in stride(from: 10, to: 2_500, by: 10) {
      if feed.join(ClientID("c\(now)"), name: nil, at: now) == [.presenceChanged] { shown.append(now) }
    }
    #expect(shown == [1_010, 2_020])
  }

  @Test func `a pull that begins shows those watching too`() throws {
    var feed = FeedEngine(.plain())
    _ = feed.join(anna, name: nil, at: 0)
    try feed.pull(anna, to: 50, at: 10)
    #expect(feed.nextWake == nil || feed.nextWake! > 1_000)
  }

  @Test func `a client that leaves while it pulls is gone from the next frame`() throws {
    var feed = FeedEngine(.plain())
    _ = feed.join(anna, name: nil, at: 0)
    _ = feed.join(ben, name: nil, at: 0)
    try feed.pull(anna, to: 50, at: 100)
    #expect(feed.presence.count == 1)
    #expect(feed.leave(anna, at: 120) == [])
    #expect(feed.nextWake == 133)
    #expect(feed.wake(at: 133) == [.presenceChanged])
    #expect(feed.presence == Presence(watching: 1))
    #expect(feed.nextWake == nil)
  }

  @Test func `what is sent is what holds then, and what changes back later is told as well`() throws {
    var feed = FeedEngine(.plain())
    _ = feed.join(anna, name: nil, at: 0)
    _ = feed.join(ben, name: nil, at: 0)
    try feed.pull(anna, to: 50, at: 100)
    _ = feed.wake(at: 1_500)
    let cancel = PointerSample(
      phase: .cancel, pointer: 1, x: 0, y: 50, scroll: ScrollMetrics(top: 0, height: 1_200, view: 600))
    #expect(try feed.sample(cancel, n: 3, from: anna, at: 2_000).contains(.presenceChanged))
    #expect(feed.leave(anna, at: 2_000) == [])
    // A caller that broadcasts at the end of its turn tells of both at once.
    #expect(feed.broadcastPresence() == Presence(watching: 1))
    #expect(feed.wake(at: 3_000) == [])
    #expect(feed.join(anna, name: nil, at: 3_010) == [])
    #expect(feed.wake(at: 4_000) == [.presenceChanged])
    #expect(feed.broadcastPresence() == Presence(watching: 2))
  }

  @Test func `one that was told a value which passed unshown is told the next, though the others know it`() {
    var feed = FeedEngine(.plain())
    _ = feed.join(anna, name: nil, at: 0)
    _ = feed.join(ben, name: nil, at: 0)
    #expect(feed.wake(at: 1_000) == [.presenceChanged])
    let cem = ClientID("c")
    #expect(feed.join(cem, name: nil, at: 5_000) == [])
    #expect(feed.presence == Presence(watching: 3))
    #expect(feed.leave(anna, at: 5_050) == [])
    #expect(feed.wake(at: 5_150) == [.presenceChanged])
    #expect(feed.broadcastPresence() == Presence(watching: 2))
  }

  @Test func `the 8 furthest pulls are listed, furthest first, the earlier first if equal, and all counted`()
    throws
  {
    var feed = FeedEngine(.plain())
    let clients = (0..<12).map { ClientID("c\($0)") }
    let ways: [Double] = [10, 90, 30, 30, 70, 20, 80, 5, 60, 50, 30, 40]
    for client in clients { _ = feed.join(client, name: nil, at: 0) }
    for (client, way) in zip(clients, ways).reversed() { try feed.pull(client, to: way, at: 0) }
    let presence = feed.presence
    #expect(presence.count == 12)
    #expect(presence.pulls.map(\.client.text) == ["c1", "c6", "c4", "c8", "c9", "c11", "c2", "c3"])
  }

  @Test func `the first 32 names are listed, who came first first`() {
    var feed = FeedEngine(.plain())
    for number in 0..<100 {
      _ = feed.join(ClientID("c\(number)"), name: number % 2 == 0 ? "n\(number)" : nil, at: 0)
    }
    #expect(feed.presence.watching == 100)
    #expect(feed.presence.names == (0..<32).map { "n\($0 * 2)" })
    _ = feed.leave(ClientID("c0"), at: 0)
    _ = feed.join(ClientID("c2"), name: "renamed", at: 0)
    _ = feed.leave(ClientID("c98"), at: 0)
    #expect(feed.presence.watching == 98)
    #expect(feed.presence.names == ["renamed"] + (2..<33).map { "n\($0 * 2)" })
  }

  @Test func `the order outlives any number of comings and goings`() throws {
    var feed = FeedEngine(.plain())
    _ = feed.join(anna, name: "Anna", at: 0)
    for number in 0..<500 { _ = feed.join(ClientID("c\(number)"), name: "n\(number)", at: 0) }
    _ = feed.join(ben, name: "Ben", at: 0)
    try feed.pull(ben, to: 20, at: 0)
    try feed.pull(anna, to: 20, at: 0)
    for number in 0..<500 { _ = feed.leave(ClientID("c\(number)"), at: 0) }
    _ = feed.join(ClientID("last"), name: "Last", at: 0)
    #expect(feed.presence.names == ["Anna", "Ben", "Last"])
    #expect(feed.presence.pulls.map(\.client) == [anna, ben])
    #expect(feed.presence.watching == 3)
  }
}
