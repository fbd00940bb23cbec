import RefreshEngine
import RefreshLoop
import RefreshWire

/// The orderly end of a server: sources are stopped, commits finished, clients told, the database closed.
final class Stop {
  private static let longestLeaving = 1_500

  private let server: Server
  /// How long clients may take to go, out of what the whole stop may take.
  private let leaving: Milliseconds
  private var done: (() -> Void)?
  /// The step under way: waiting for sources and commits, then for clients.
  private var step: LoopTimer?
  private var waitingFor: Set<FeedName> = []
  private var saidGoodBye = false

  init(_ server: Server, _ done: @escaping () -> Void) {
    self.server = server
    leaving = min(Self.longestLeaving, server.house.tunables.drain / 4)
    self.done = done
  }

  func begin() {
    let house = server.house
    house.log.info("stopping: \(Counted.words(server.sessions.count + server.streams.count, "client"))")
    step = LoopTimer(on: house.loop) { [self] in
      let feeds = waitingFor.map(\.text).sorted().joined(separator: ", ")
      house.log.warning("sources or commits of \(feeds) have not ended in time; stopping without them")
      sayGoodBye()
    }
    step?.start(after: house.tunables.drain - leaving)
    let feeds = server.feedTable.all
    waitingFor = Set(feeds.map(\.name))
    for feed in feeds {
      feed.drain { [self, name = feed.name] in
        waitingFor.remove(name)
        if waitingFor.isEmpty { sayGoodBye() }
      }
    }
  }

  /// The last states and rows leave at the end of this turn; the good-bye goes behind them.
  private func sayGoodBye() {
    guard !saidGoodBye else { return }
    saidGoodBye = true
    let house = server.house
    house.loop.atTurnEnd { [self] in
      for session in server.sessions.values {
        session.send(ByeMessage(why: "draining", after: Int.random(in: Server.comeBack)))
        session.close(.draining, "the server is stopping")
      }
      for stream in server.streams.values { stream.end(comingBackAfter: Int.random(in: Server.comeBack)) }
      waitForClients(until: house.loop.now + leaving)
    }
  }

  private func waitForClients(until limit: Milliseconds) {
    let house = server.house
    step = LoopTimer(on: house.loop) { [self] in
      let isEmpty = server.sessions.isEmpty && server.streams.isEmpty
      if isEmpty || house.loop.now >= limit { finish() }
    }
    step?.start(after: 0, every: 10)
  }

  private func finish() {
    guard let done else { return }
    self.done = nil
    step = nil
    server.closeAll()
    server.house.log.info("stopped")
    done()
  }
}
