import RefreshEngine
import RefreshLoop
import RefreshSources
import RefreshStore
import RefreshWire

/// The work behind a feed's runs: the source that is running, and the rows it brought.
///
/// The engine decides; this carries it out and tells the feed what came of it.
final class FeedRuns {
  /// A source at work. It stays here until its work has truly ended, also when its run has ended before.
  private struct Work {
    let run: RunID
    let spec: SourceSpec
    let running: any RunningSource
  }

  /// The feed's; a source that is at work keeps what it began with.
  var settings: FeedSettings { didSet { marks.apply(settings) } }
  private let house: House
  let counts = FeedCounts()
  weak var feed: Feed?
  private lazy var sources = FeedSources { [house] in house.tunables.source }
  private var work: Work?
  /// A run whose turn came while an earlier run's source was still being stopped, or while all slots were taken.
  private var waiting: Run?
  /// When the engine ends the run under way.
  private var deadline: Milliseconds = 0
  /// The rows of the run whose source ended well, until their commit.
  private var brought: (run: RunID, caught: SourceCatch, spec: SourceSpec)?
  let records: RunRecords
  /// Where the sources go on, and what they call the feed.
  private(set) var marks: SourceMarks
  /// Who waits for a run, or for nothing to be under way.
  private let waiters = RunWaiters()

  init(_ settings: FeedSettings, _ record: FeedRecord, house: House) {
    self.settings = settings
    self.house = house
    records = RunRecords(record, feed: settings.name, house: house)
    marks = SourceMarks(settings, record)
  }

  // MARK: The engine's actions

  func start(_ run: Run, after head: Int, lastText: String?, until deadline: Milliseconds) {
    note(run)
    self.deadline = deadline
    records.storeStart(of: run)
    house.log.info(
      "feed \(settings.name.text): run \(run.id) began at the \(run.edge.rawValue), \(run.cause.rawValue)\(run.byWords)",
      run.subject(of: settings.name))
    guard work == nil else {
      waiting = run
      return
    }
    launch(run, after: head, lastText: lastText)
  }

  /// Notes that a run has begun.
  func note(_ run: Run) {
    records.note(run)
    counts.started(run.cause)
  }

  func stop(_ run: RunID) {
    if waiting?.id == run { waiting = nil }
    if work?.run == run { work?.running.stop() }
  }

  func commit(_ run: RunID) {
    let now = house.wall
    guard let brought, brought.run == run,
      let end = records.goodEnd(of: run, truncated: brought.caught.truncated, at: now)
    else {
      preconditionFailure("the engine asked for the commit of a run that brought nothing")
    }
    self.brought = nil
    beginWrite()
    var append = Append(
      feed: settings.name.text, texts: brought.caught.rows.map(\.text), at: now, run: run, end: end,
      keep: settings.kept(by: house.tunables))
    let origin = SourceMarks.origin(of: brought.caught, from: brought.spec)
    append.origin = origin
    append.dedupe = settings.dedupe
    nonisolated(unsafe) let me = self
    house.append(append) { result in
      switch result {
      case .success(let appended):
        me.stored(origin)
        me.feed?.committed(run, appended)
      case .failure(let error): me.feed?.commitFailed(run, error.message)
      }
      me.endWrite()
    }
  }

  private func stored(_ origin: Origin) {
    let before = marks.title
    marks.stored(origin)
    if marks.title != before { feed?.titleIsNew() }
  }

  func ended(_ end: RunEnd, _ note: RunNote) {
    guard let lastRun = records.ended(end) else { return }
    brought = nil
    house.metrics.runs.note(counts.ended(end))
    house.log.tell(
      note.level, "feed \(settings.name.text): run \(end.run.id)\(note.words) \(end.words)",
      end.run.subject(of: settings.name))
    waiters.ended(end.run.id, lastRun)
  }

  /// A queued run was cancelled: it never begins.
  func dropped(_ run: RunID) {
    waiters.ended(run, nil)
  }

  // MARK: The source

  private func launch(_ run: Run, after head: Int, lastText: String?) {
    guard let spec = settings.source(at: run.edge) else {
      return house.loop.atTurnEnd { [self] in
        let failure = RunFailure(
          code: .spawn, message: "This list has no source any more at that edge, so nothing was added.")
        feed?.sourceEnded(run.id, .failed(failure))
      }
    }
    guard house.slots.take(self) else {
      waiting = run
      house.log.info(
        "feed \(settings.name.text): run \(run.id) waits, all \(house.tunables.parallelRuns) parallel-runs are under way",
        run.subject(of: settings.name))
      return
    }
    let job = SourceJob(
      feed: settings.name.text, edge: run.edge.rawValue, run: run.id, lastSeq: head, lastText: lastText,
      cursor: marks.cursor(of: spec), timeLeft: max(0, deadline - house.loop.now),
      workTime: settings.workTime)
    let running = sources.source(spec, in: settings).start(job, on: house.loop) { [self] in
      feed?.sourceProgressed(run.id, $0)
    } done: { [self] outcome in
      sourceEnded(run.id, outcome)
    }
    work = Work(run: run.id, spec: spec, running: running)
  }

  /// There may be a slot for a run that waits.
  func turn() {
    guard work == nil, let next = waiting, let feed else { return }
    waiting = nil
    launch(next, after: feed.rows.head, lastText: feed.rows.lastText)
  }

  private func sourceEnded(_ run: RunID, _ outcome: SourceOutcome) {
    let spec = work?.spec
    work = nil
    house.slots.release()
    waiters.stopped(run)
    switch outcome {
    case .ok(let caught):
      if let fault = SourceMarks.fault(in: caught) {
        feed?.sourceEnded(run, .failed(fault))
        break
      }
      if let started = records.started, started.run.id == run, let spec {
        brought = (run, caught, spec)
        if let notice = caught.notice { house.log.warn(of: notice, in: started.run, of: settings.name) }
      }
      feed?.sourceEnded(run, .ok(rows: caught.rows.count, truncated: caught.truncated))
    case .failed(let code, let message):
      let failure = RunFailure(code: FailureCode(rawValue: code.rawValue) ?? .output, message: message)
      feed?.sourceEnded(run, .failed(failure))
    case .cancelled: feed?.sourceEnded(run, .cancelled)
    }
    turn()
    waiters.look(isWorking: work != nil)
  }

  // MARK: Waiting for ends

  /// Tells when a run has ended; with `nil` if it was queued and will not begin.
  /// - Returns: what ends the wait when it is called before.
  func whenEnded(_ run: RunID, _ tell: @escaping (LastRun?) -> Void) -> () -> Void {
    let number = waiters.onEnd(of: run, tell)
    return { [waiters] in waiters.forget(number) }
  }

  /// How many wait for the end of a run.
  var awaited: Int { waiters.count }

  /// Tells when no source runs and no write of rows is under way: at once, or later.
  func whenQuiet(_ tell: @escaping () -> Void) {
    waiters.onQuiet(tell)
    waiters.look(isWorking: work != nil)
  }

  func beginWrite() { waiters.writing += 1 }

  /// Whether further writes of rows are under way beside the one that is being answered.
  var writesBehind: Bool { waiters.writing > 1 }

  func endWrite() {
    waiters.writing -= 1
    waiters.look(isWorking: work != nil)
  }

  /// Tells when a run's source has truly ended: at once if it has.
  func whenStopped(_ run: RunID, _ tell: @escaping () -> Void) {
    guard work?.run == run else { return tell() }
    waiters.onStop(of: run, tell)
  }
}
