import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@Suite struct ObserverTests {
  final class Recorder: RefreshObserver {
    var calls: [String] = []
    func moving(offset: Double, percent: Double) { calls.append("moving \(offset) \(percent)") }
    func startRefreshing() { calls.append("start") }
    func endRefresh(_ outcome: RunOutcome) { calls.append("end \(outcome)") }
  }

  @Test func `a pull to a refresh moves, starts and ends the observer, and brings it home`() {
    let calls = play([
      pull(.tracking, edge: nil), pull(.pulling, 52, 0.5),
      pull(.triggered, 104, 1, Settle(from: 130, to: 104, duration: 300)),
      .runStarted(main, run(7)), state(refreshing(7)), state(settling(ended(7))), .runEnded(main, ended(7)),
      pull(.triggered, 0, 0),
    ])
    #expect(
      calls == ["moving 52.0 0.5", "moving 104.0 1.0", "start", "end ok", "moving 0.0 0.0", "moving 0.0 0.0"])
  }

  @Test func `a pull that is given up goes home`() {
    let calls = play([pull(.pulling, 52, 0.5), pull(.released, 0, 0, Settle(from: 52, to: 0, duration: 300))])
    #expect(calls == ["moving 52.0 0.5", "moving 0.0 0.0"])
  }

  @Test func `a lost connection brings a pull home, once`() {
    let lost = ClientEvent.disconnected(Disconnection(code: 1006, reason: "", comesBackAfter: .zero))
    #expect(play([pull(.pulling, 52, 0.5), lost, lost]) == ["moving 52.0 0.5", "moving 0.0 0.0"])
  }

  @Test func `starts and ends alternate, whatever a lost connection hid`() {
    #expect(
      play([.runStarted(main, run(7)), .runStarted(main, run(8)), .runEnded(main, ended(8, .failed))])
        == ["start", "end failed"])
    let other = SubscribedMessage(
      feed: main, mode: .reset(.epoch), pos: "", head: 0, floor: 1, title: "", order: .append,
      policy: FeedPolicy(),
      state: FeedState(phase: .idle, floor: 1))
    #expect(
      play([.runStarted(main, run(7)), .subscribed(other), .subscribed(other)]) == ["start", "end failed"])
    #expect(play([.runEnded(main, ended(7))]) == [])
  }

  @Test func `another feed, and the other edge, are none of its business`() {
    let other = FeedName("other")!
    #expect(play([.runStarted(other, run(7)), .runEnded(other, ended(7))]) == [])
    #expect(
      play([pull(.pulling, 52, 0.5), .runStarted(main, run(7)), .runEnded(main, ended(7))], edge: .bottom)
        == [])
  }

  private func play(_ events: [ClientEvent], edge: Edge? = nil) -> [String] {
    let recorder = Recorder()
    var relay = ObserverRelay(feed: main, edge: edge, to: recorder)
    for event in events { relay.take(event) }
    return recorder.calls
  }

  private func pull(
    _ phase: GesturePhase, _ offset: Double = 0, _ percent: Double = 0, _ settle: Settle? = nil,
    edge: Edge? = .top
  ) -> ClientEvent {
    .pull(
      PullMessage(
        feed: main,
        report: PullReport(n: 1, phase: phase, edge: edge, offset: offset, percent: percent, settle: settle)))
  }

  private func state(_ state: FeedState) -> ClientEvent { .state(StateMessage(feed: main, state: state)) }
}
