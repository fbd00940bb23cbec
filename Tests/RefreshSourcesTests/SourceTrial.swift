import RefreshLoop
import RefreshSources
import Testing

/// Runs one source to its end on a loop of its own.
final class SourceTrial {
  let loop: EventLoop
  private(set) var outcomes: [SourceOutcome] = []
  private(set) var progress: [Double] = []
  private(set) var took = 0

  init() throws { loop = try EventLoop() }

  deinit { loop.close() }

  static func command(_ line: String, _ change: (inout SourceLimits) -> Void = { _ in }) throws -> SourceTrial
  {
    var limits = SourceLimits()
    change(&limits)
    let trial = try SourceTrial()
    trial.run(CommandSource(line, limits: limits))
    return trial
  }

  func run(
    _ source: any RefreshSource,
    _ job: SourceJob = SourceJob(
      feed: "main", edge: "top", run: 7, lastSeq: 5, lastText: "Line 5", workTime: 0),
    stopAfter delay: Int? = nil, stopAtProgress: Bool = false, stopWhen: (@Sendable () -> Bool)? = nil,
    onProgress: @escaping (Double) -> Void = { _ in }
  ) {
    let began = loop.now
    nonisolated(unsafe) var stop: LoopTimer?
    let running = source.start(job, on: loop) { [unowned self] in
      progress.append($0)
      onProgress($0)
      if stopAtProgress { stop?.start(after: 0) }
    } done: { [unowned self] outcome in
      outcomes.append(outcome)
      // A second outcome would come in the turn that follows.
      loop.atTurnEnd { [unowned self] in loop.stop() }
    }
    stop = LoopTimer(on: loop) {
      running.stop()
      running.stop()
    }
    if let delay { stop?.start(after: delay) }
    let watch = stopWhen.map { isTime in
      LoopThread { [own = loop] in
        if isTime() { own.post { stop?.start(after: 0) } }
      }
    }
    let limit = LoopTimer(on: loop) { [unowned self] in
      Issue.record("no outcome within a minute")
      loop.stop()
    }
    limit.start(after: 60_000)
    withExtendedLifetime(limit) { loop.run() }
    watch?.join()
    stop = nil
    took = loop.now - began
    running.stop()
  }

  var caught: SourceCatch? {
    if case .ok(let caught) = outcomes.first { caught } else { nil }
  }

  var rows: [String]? {
    caught?.rows.map(\.text)
  }

  var isTruncated: Bool {
    caught?.truncated ?? false
  }

  var failure: (code: SourceFailure, message: String)? {
    if case .failed(let code, let message) = outcomes.first { (code, message) } else { nil }
  }
}
