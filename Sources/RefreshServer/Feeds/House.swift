import Glibc
import RefreshEngine
import RefreshLoop
import RefreshStore

/// What every part of one server works with.
final class House {
  let loop: EventLoop
  let store: Store
  let log: Log
  private(set) var tunables: Tunables
  private var standstill: Standstill
  /// Told after the loop stood still, before anything else is done: from when to when it was. Each who is told has an
  /// entry until it ends.
  var stoodStill: [ObjectIdentifier: (_ begin: Milliseconds, _ end: Milliseconds) -> Void] = [:]
  let slots: SourceSlots
  let metrics = Metrics()

  init(loop: EventLoop, store: Store, log: Log, tunables: Tunables) {
    self.loop = loop
    self.store = store
    self.log = log
    self.tunables = tunables
    standstill = Standstill(period: tunables.tick, now: loop.now)
    slots = SourceSlots(tunables.parallelRuns)
  }

  /// Takes other times and bounds.
  func apply(_ tunables: Tunables) {
    let tick = self.tunables.tick
    self.tunables = tunables
    slots.limit = tunables.parallelRuns
    // Begun anew it would not see that the loop stood still until now.
    if tunables.tick != tick { standstill = Standstill(period: tunables.tick, now: now) }
  }

  /// Milliseconds since 1970: told to people, never decides anything.
  static var wall: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  var wall: Int64 { Self.wall }

  /// Milliseconds since midnight where the server is, as its wall clock says.
  static var timeOfDay: Int {
    let wall = wall
    var seconds = time_t(wall / 1_000)
    var local = tm()
    localtime_r(&seconds, &local)
    let minutes = Int(local.tm_hour) * 60 + Int(local.tm_min)
    // A leap second is the last one of its minute, too.
    return (minutes * 60 + min(Int(local.tm_sec), 59)) * 1_000 + Int(wall % 1_000)
  }

  /// The loop's clock. Whoever counts a silence takes the time from here: it is told first of a time in which nothing
  /// could be heard.
  var now: Milliseconds {
    let now = loop.now
    if let begin = standstill.look(at: now) {
      log.warning(
        "the server stood still for \(now - begin) ms: it was suspended, or its machine had no time for it")
      for tell in stoodStill.values { tell(begin, now) }
    }
    return now
  }

  /// Stores rows, and counts how long that takes.
  func append(_ append: Append, _ done: @escaping (Result<Appended, StoreError>) -> Void) {
    let begin = Metrics.now
    nonisolated(unsafe) let me = self
    nonisolated(unsafe) let done = done
    store.append(append) { result in
      me.metrics.committed(since: begin, result)
      done(result)
    }
  }

  /// How long a read waits before it is tried again when too many wait, in milliseconds.
  static let busyPause = 100

  /// Runs a job once, after a while.
  func after(_ delay: Int, _ job: @escaping () -> Void) {
    var timer: LoopTimer?
    timer = LoopTimer(on: loop) {
      timer = nil
      job()
    }
    timer?.start(after: delay)
  }
}
