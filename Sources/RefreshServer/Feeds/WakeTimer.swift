import RefreshEngine
import RefreshLoop

/// When an engine is woken: at the time that it was asked for, or earlier, never later.
///
/// Most events ask for the same time, or a later one: those leave the loop's timer alone.
final class WakeTimer {
  private let loop: EventLoop
  private let timer: LoopTimer
  /// When it is set to fire.
  private var at: Milliseconds?
  /// Is told that it is time.
  var job: () -> Void = {}

  init(on loop: EventLoop) {
    self.loop = loop
    timer = LoopTimer(on: loop)
    timer.job = { [unowned self] in
      at = nil
      job()
    }
  }

  /// - Parameter time: on the loop's clock; `nil`: there is nothing to wake for.
  func fire(by time: Milliseconds?) {
    guard let time else { return }
    if let at, at <= time { return }
    at = time
    timer.start(after: time - loop.now)
  }
}
