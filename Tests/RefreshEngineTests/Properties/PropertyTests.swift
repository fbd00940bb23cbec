import RefreshEngine
import Testing

/// What must always be true, over random sequences of events. A failure names its seed.
///
/// One after the other: they reckon for seconds, and live tests that run meanwhile need a processor too.
@Suite(.serialized) struct PropertyTests {
  static let settings = EngineSettings(maxPulls: 12)

  @Test(arguments: 0..<20)
  func `whatever happens, what must always be true is`(hundred: Int) {
    var seen: Set<String> = []
    var starts = 0
    for seed in UInt64(hundred * 100)..<UInt64(hundred * 100 + 100) {
      let witness = watch(seed)
      #expect(witness.problems.isEmpty, "seed \(seed)")
      starts += witness.lives.count
      seen.formUnion(witness.seen)
    }
    // Sequences in which little happens would prove little.
    #expect(starts > 200)
    let wanted =
      GesturePhase.allCases.map(\.rawValue) + GestureReason.allCases.map(\.rawValue)
      + RunOutcome.allCases.map(\.rawValue) + ["deadline", "storage", "a full presence", "queued", "stop"]
    #expect(Set(wanted).subtracting(seen) == [])
  }

  private func watch(_ seed: UInt64) -> Witness {
    var feed = RandomFeed(seed: seed)
    let policy = feed.random.pick(RandomFeed.policies)
    var engine = FeedEngine(policy: policy, settings: Self.settings, nextRun: 1, runLimit: 40, last: nil)
    var twin = engine
    var witness = Witness(policy: policy, settings: Self.settings)
    for client in RandomFeed.clients.prefix(4) {
      let event = FeedEvent.join(client, name: "Anna")
      witness.saw(event, event.send(to: &engine, at: 0), engine, at: 0)
      _ = event.send(to: &twin, at: 0)
    }
    // Whether everybody is still to be told who is there.
    var isAnnounced = false
    for _ in 0..<280 {
      let mustTell = isAnnounced
      let event = feed.next(engine, atOnce: mustTell)
      let outcome = event.send(to: &engine, at: feed.now)
      witness.saw(event, outcome, engine, at: feed.now)
      let again = event.send(to: &twin, at: feed.now)
      witness.expect(outcome == again && bits(outcome.actions) == bits(again.actions), "not the same twice")
      // It is sent at the end of a turn, which further events may have had a part in.
      isAnnounced = isAnnounced || outcome.announcesPresence
      guard isAnnounced, mustTell || feed.random.chance(50) else { continue }
      witness.sent(engine.broadcastPresence())
      witness.expect(twin.broadcastPresence() == engine.presence, "not the same presence")
      isAnnounced = false
    }
    if isAnnounced {
      witness.sent(engine.broadcastPresence())
      witness.expect(twin.broadcastPresence() == engine.presence, "not the same presence")
    }
    witness.expect(engine == twin, "not the same state")
    while let due = engine.nextWake {
      let outcome = FeedEvent.wake.send(to: &engine, at: due)
      witness.saw(.wake, outcome, engine, at: due)
      if outcome.announcesPresence { witness.sent(engine.broadcastPresence()) }
    }
    witness.sawTheEnd(engine)
    return witness
  }

  /// The numbers of the reports, bit by bit: `==` takes 0 and −0 for the same.
  private func bits(_ actions: [Action]) -> [UInt64] {
    actions.flatMap { action -> [UInt64] in
      guard case .pull(_, let report) = action else { return [] }
      return [report.offset.bitPattern, report.percent.bitPattern]
    }
  }
}
