/// The authority on every pull and every refresh of one feed.
///
/// It is pure: no clock, no socket. Each event is a method that is told the time and returns the actions that the
/// caller must carry out, in their order; the same events at the same times give the same actions, bit for bit.
/// Instants are milliseconds of one monotonic clock; an instant before an earlier event's counts as that one.
///
/// A method first does what has become due by its instant, so a late timer changes nothing about the result.
public struct FeedEngine: Equatable, Sendable {
  var policy: FeedPolicy
  let settings: EngineSettings
  var runs: RunMachine
  var keys: KeyTable
  var roster: Roster
  var clock: Milliseconds = .min
  var presenceClock = PresenceClock()
  /// No open gesture's lease is over before this instant. Samples move the leases on but not this bound, so a
  /// sample costs the same however many pull.
  var leaseBound: Milliseconds?

  /// A feed's engine, idle.
  ///
  /// - Parameters:
  ///   - policy: Valid policies of the edges.
  ///   - nextRun: The number of the next run.
  ///   - runLimit: Numbers below it are durably reserved.
  ///   - last: The run that ended last before the server started.
  public init(
    policy: FeedPolicy, settings: EngineSettings = .init(), nextRun: RunID, runLimit: RunID, last: RunEnd?
  ) {
    self.policy = policy
    self.settings = settings
    runs = RunMachine(
      nextRun: nextRun, runLimit: runLimit, last: last, progressInterval: settings.progressInterval)
    keys = KeyTable(lifetime: settings.keyLifetime, limit: settings.keyLimit)
    roster = Roster(maxNames: settings.maxNames)
  }

  /// What everybody sees of the refresh. A queued run is not seen before it starts.
  public var phase: FeedPhase { runs.phase }

  /// The run that ended last; it stays until the next one ends.
  public var last: RunEnd? { runs.last }

  /// The run that starts when the one before it has settled and cooled down, if there is one.
  public var queued: RunID? { runs.queued }

  /// How long it takes from an instant until the cooldown after the last run is over; `nil` if there is none, if it is
  /// over, and while a run refreshes.
  public func cooldown(at now: Milliseconds) -> Milliseconds? {
    guard let free = runs.free, free > now else { return nil }
    return free.since(now)
  }

  /// How many watch.
  public var watching: Int { roster.count }

  /// Who watches and who pulls at this moment, whether or not it has been broadcast: what one that joins is told.
  public var presence: Presence { roster.presence(maxPulls: settings.maxPulls) }

  /// Who watches and who pulls at this moment, to be sent to everybody after a `presenceChanged`. Between the two some may
  /// have come, gone or let go: later values are compared with this one, so that what changes back is told as well.
  public mutating func broadcastPresence() -> Presence {
    let presence = presence
    presenceClock.sent(presence)
    return presence
  }

  /// The number that the next run will have, so that the caller can reserve ahead.
  public var nextRun: RunID { runs.nextRun }

  /// How many results came for a run that was not running, and were dropped.
  public var droppedResults: Int { runs.dropped }

  /// When `wake` must be called, if nothing else happens before.
  public var nextWake: Milliseconds? {
    var next = runs.due
    if let leaseBound { next = min(next ?? leaseBound, leaseBound) }
    if let due = presenceClock.due { next = min(next ?? due, due) }
    return next
  }

  /// Does what is due. Call it again at `nextWake`, which may be now.
  public mutating func wake(at now: Milliseconds) -> [Action] {
    var actions: [Action] = []
    let now = advance(to: now, &actions)
    showPresence(at: now, &actions)
    return actions
  }

  /// Run numbers below `runLimit` are durably reserved; a lower limit than before changes nothing.
  public mutating func reserved(runLimit: RunID) {
    runs.reserved(runLimit)
  }
}
