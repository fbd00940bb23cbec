import RefreshEngine
import RefreshLoop
import RefreshWire

/// The orderly end of a server: sources are stopped, commits finished, clients told, the database closed.
final class Stop {
  /// Between which times clients are asked to come back, so that they do not come all at once.
  private static let comeBack = 500...2_000
  private static let leaving = 1_500

  private let server: Server
  private var done: (() -> Void)?
  private var timer: LoopTimer?
  private var forced: LoopTimer?
  private var waitingFor = 0

  init(_ server: Server, _ done: @escaping () -> Void) {
    self.server = server
    self.done = done
  }

  func begin() {
    let house = server.house
    house.log.info("stopping: \(server.sessions.count) clients")
    forced = LoopTimer(on: house.loop) { [self] in
      house.log.warning("the stop took longer than \(house.tunables.drain) ms and was forced")
      finish()
    }
    forced?.start(after: house.tunables.drain)
    waitingFor = server.feedList.count
    for feed in server.feedList {
      feed.drain { [self] in
        waitingFor -= 1
        if waitingFor == 0 { sayGoodBye() }
      }
    }
  }

  /// The last states and rows leave at the end of this turn; the good-bye goes behind them.
  private func sayGoodBye() {
    let house = server.house
    house.loop.atTurnEnd { [self] in
      for session in server.sessions.values {
        session.send(ByeMessage(why: "draining", after: Int.random(in: Self.comeBack)))
        session.close(.draining, "the server is stopping")
      }
      waitForClients(until: house.loop.now + Self.leaving)
    }
  }

  private func waitForClients(until limit: Milliseconds) {
    let house = server.house
    timer = LoopTimer(on: house.loop) { [self] in
      if server.sessions.isEmpty || house.loop.now >= limit { finish() }
    }
    timer?.start(after: 0, every: 10)
  }

  private func finish() {
    guard let done else { return }
    self.done = nil
    timer = nil
    forced = nil
    server.closeAll()
    server.house.log.info("stopped")
    done()
  }
}
