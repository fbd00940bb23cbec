import RefreshLoop

/// Tells something once a loop turn, at its end, however often it has changed.
final class TurnNotice {
  private let loop: EventLoop
  private let tell: () -> Void
  private var isDue = false

  init(on loop: EventLoop, _ tell: @escaping () -> Void) {
    self.loop = loop
    self.tell = tell
  }

  /// It has changed.
  func note() {
    guard !isDue else { return }
    isDue = true
    loop.atTurnEnd { [self] in
      isDue = false
      tell()
    }
  }
}
