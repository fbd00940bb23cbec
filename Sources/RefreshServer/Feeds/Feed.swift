import RefreshEngine
import RefreshLoop
import RefreshSockets
import RefreshStore
import RefreshWire

/// One feed: it hands events to the engine, and carries the engine's actions out.
///
/// Confined to the loop's thread, like all it holds.
final class Feed {
  private(set) var settings: FeedSettings
  let rows: FeedLog
  let channel: Channel
  let runs: FeedRuns
  let numbers: RunNumbers
  private var upkeep: FeedUpkeep
  private(set) var schedule: FeedSchedule?
  private(set) var engine: FeedEngine
  let house: House
  private let wake: WakeTimer
  private var subscribers: [ClientID: Subscriber] = [:]
  var isDraining = false
  /// State, presence and description are encoded once a turn, with all that the turn changed.
  private lazy var stateNotice = TurnNotice(on: house.loop) { [weak self] in
    guard let self else { return }
    channel.setState(stateFrame, notBefore: stateGate)
  }
  private lazy var presenceNotice = TurnNotice(on: house.loop) { [weak self] in
    guard let self else { return }
    channel.setPresence(frame(engine.broadcastPresence()))
  }
  private lazy var descriptionNotice = TurnNotice(on: house.loop) { [weak self] in
    guard let self else { return }
    channel.setFeed(feedFrame)
  }
  /// The head when the last good run ended: a state that tells of it follows its rows.
  private(set) var stateGate = 0

  var name: FeedName { settings.name }

  init(_ settings: FeedSettings, _ record: FeedRecord, house: House) {
    self.settings = settings
    self.house = house
    rows = FeedLog(record, feed: settings.name, store: house.store, loop: house.loop, log: house.log)
    channel = Channel(on: house.loop, log: rows)
    runs = FeedRuns(settings, record, house: house)
    numbers = RunNumbers(record, feed: settings.name, unstored: runs.records.unstored, house: house)
    upkeep = FeedUpkeep(settings, house: house)
    engine = FeedEngine(
      policy: settings.policy, settings: house.tunables.engine, nextRun: record.nextRun,
      runLimit: record.reservedRuns, last: runs.records.last?.end)
    wake = WakeTimer(on: house.loop)
    wake.job = { [unowned self] in carryOut(engine.wake(at: now)) }
    // The store may answer when a feed that was removed is no more.
    rows.loaded = { [weak self] in self?.channel.loaded() }
    rows.restart = { [weak self] in self?.restartFrame() }
    // What the last run brought may still have to be sent to those who come.
    if runs.records.last?.end.outcome == .ok { stateGate = rows.head }
    runs.feed = self
    numbers.reserved = { [weak self] limit in self?.engine.reserved(runLimit: limit) }
    numbers.reserve(beyond: engine.nextRun)
    house.stoodStill[ObjectIdentifier(self)] = { [unowned self] in engine.stoodStill(from: $0, to: $1) }
    beginUpkeep()
    beginSchedule()
  }

  deinit { house.stoodStill[ObjectIdentifier(self)] = nil }

  private var now: Milliseconds { house.now }

  /// Becomes what other settings of the same name say. A run under way goes on as it began.
  func apply(_ new: FeedSettings) {
    let old = settings
    let before = description
    settings = new
    runs.settings = new
    if old.policy != new.policy { carryOut(engine.setPolicy(new.policy, at: now)) }
    if description != before { descriptionNotice.note() }
    upkeep = FeedUpkeep(new, house: house)
    beginUpkeep()
    // A source that was put right is asked soon, however often it had failed.
    if old.schedule != new.schedule || old.source != new.source || old.edgeSources != new.edgeSources {
      beginSchedule()
    }
  }

  private func beginUpkeep() {
    upkeep.pruned = { [weak self] floor in self?.pruned(to: floor) }
    upkeep.begin()
  }

  private func beginSchedule() {
    schedule = settings.schedule.map {
      FeedSchedule($0, of: name, refreshedAt: runs.records.refreshedAt, house: house)
    }
    schedule?.watching = { [unowned self] in engine.watching }
    schedule?.begin = { [unowned self] edge in begin(at: edge) }
    if engine.queued != nil || currentRun != nil { schedule?.runBegan() }
  }

  // MARK: What clients do

  /// Adds a client to those who watch.
  /// - Returns: who watches and pulls at this moment, for the client's first frame.
  func join(_ client: ClientID, name: String?) -> Frame {
    carryOut(engine.join(client, name: name, at: now))
    schedule?.somebodyCame()
    return frame(engine.presence)
  }

  /// Tells a client's reports to its subscription from now on.
  func attach(_ subscriber: Subscriber) {
    subscribers[subscriber.client] = subscriber
  }

  private func frame(_ presence: Presence) -> Frame { Frame(PresenceMessage(feed: name, presence: presence)) }

  func leave(_ client: ClientID) {
    subscribers[client] = nil
    carryOut(engine.leave(client, at: now))
  }

  func sample(_ sample: PointerSample, n: Int, from client: ClientID) throws(SampleError) {
    carryOut(try engine.sample(sample, n: n, from: client, at: now))
  }

  func refresh(edge: Edge, by author: Author, key: String?) -> RefreshAnswer {
    let (answer, actions) = engine.refresh(
      edge: edge, cause: .request, by: author, key: key, at: now)
    carryOut(actions)
    return answer
  }

  /// Begins a refresh that nobody asked for.
  private func begin(at edge: Edge?) -> RefreshAnswer {
    guard let edge = edge ?? settings.policy.defaultEdge else {
      return .refused(why: .noPolicy, retryAfter: nil)
    }
    let (answer, actions) = engine.refresh(edge: edge, cause: .schedule, by: Author(), key: nil, at: now)
    carryOut(actions)
    return answer
  }

  func cancel(run: RunID) -> CancelAnswer {
    let isCurrent = currentRun?.id == run
    let (answer, actions) = engine.cancel(run: run, at: now)
    carryOut(actions)
    if answer == .cancelled, !isCurrent {
      runs.dropped(run)
      schedule?.runDropped()
    }
    return answer
  }

  /// The run that is being refreshed now.
  var currentRun: Run? {
    if case .refreshing(let run, _, _) = engine.phase { run } else { nil }
  }

  var nextRun: RunID { engine.nextRun }

  /// Whether a run is under way, or will be.
  func isPending(_ run: RunID) -> Bool { currentRun?.id == run || engine.queued == run }

  // MARK: What runs bring

  func sourceProgressed(_ run: RunID, _ fraction: Double) {
    carryOut(engine.progress(run: run, fraction, at: now))
  }

  func sourceEnded(_ run: RunID, _ result: SourceResult) {
    carryOut(engine.sourceEnded(run: run, result, at: now))
  }

  func committed(_ run: RunID, _ appended: Appended) {
    show(appended)
    carryOut(engine.committed(run: run, rows: appended.count, at: now))
  }

  func commitFailed(_ run: RunID, _ message: String) {
    carryOut(engine.commitFailed(run: run, message: message, at: now))
  }

  /// Makes rows visible that are durable now.
  func show(_ appended: Appended) {
    guard !appended.repeated else { return }
    let pruned = appended.floor != rows.floor
    rows.append(appended)
    if !appended.rows.isEmpty {
      channel.rowsVisible(upTo: rows.head, moreSoon: runs.writesBehind)
      upkeep.rowsCame()
    }
    if pruned { stateNotice.note() }
  }

  /// Rows went that became too old.
  private func pruned(to floor: Int) {
    guard floor > rows.floor else { return }
    rows.prune(to: floor)
    stateNotice.note()
  }

  // MARK: Actions

  private func carryOut(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .pull(let client, let report): subscribers[client]?.tell(report)
      case .start(let run, let deadline):
        schedule?.runBegan()
        start(run, until: deadline)
      case .stop(let run): runs.stop(run)
      case .commit(let run): runs.commit(run)
      case .ended(let end):
        runs.ended(end, scheduleGoesOn(after: end))
        if end.outcome == .ok { stateGate = rows.head }
      case .stateChanged: stateNotice.note()
      case .presenceChanged: presenceNotice.note()
      }
    }
    numbers.reserve(beyond: engine.nextRun)
    wake.fire(by: engine.nextWake)
  }

  private func start(_ run: Run, until deadline: Milliseconds) {
    guard isDraining else {
      return runs.start(run, after: rows.head, lastText: rows.lastText, until: deadline)
    }
    // Nothing begins in a server that stops; the source is not run at all.
    runs.note(run)
    house.loop.atTurnEnd { [self] in _ = cancel(run: run.id) }
  }

  /// A source called the feed something else.
  func titleIsNew() { descriptionNotice.note() }
}
