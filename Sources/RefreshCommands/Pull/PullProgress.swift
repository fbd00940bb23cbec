import FoundationEssentials
import Glibc
import RefreshWire
import Synchronization

/// A line on a terminal that shows how a pull and its run get on; on anything else, nothing.
final class PullProgress: Sendable {
  /// What is to be seen.
  struct View: Sendable {
    var words = "connecting"
    /// How full the bar is; nil while nobody knows.
    var part: Double?
    /// Who else pulls.
    var others = ""
    var since: ContinuousClock.Instant?
  }

  private let isShown: Bool
  private let style: Style
  private let view = Mutex(View())
  private let drawing = Mutex<Task<Void, Never>?>(nil)

  init(_ environment: [String: String]) {
    isShown = StandardError.isTerminal && Terminal.isCapable(environment)
    style = Style(isOn: Terminal.hasColours(environment))
    guard isShown else { return }
    drawing.withLock { drawing in
      drawing = Task { [weak self] in
        while !Task.isCancelled {
          self?.draw()
          try? await Task.sleep(for: .milliseconds(80))
        }
      }
    }
  }

  /// Changes what is to be seen.
  func show(_ change: (inout View) -> Void) { view.withLock { change(&$0) } }

  /// Takes the line away, for good.
  func end() async {
    let task = drawing.withLock { $0 }
    task?.cancel()
    await task?.value
    if isShown { StandardError.write("\r\u{1B}[K") }
  }

  private func draw() {
    let view = view.withLock { $0 }
    let columns = Terminal.size(of: 2).columns
    let room = min(30, max(8, columns - 50))
    let elapsed = view.since.map { $0.duration(to: .now) / .seconds(1) }
    let bar: String
    if let part = view.part {
      let (full, rest) = Bar.draw(part, columns: room)
      bar =
        style.cool(full) + style.faint(rest)
        + " \(Decimals.padded(Int((min(part, 9.99) * 100).rounded()), 3)) %"
    } else {
      let (full, rest) = (Terminal.isUTF8 ? "█" : "#", Terminal.isUTF8 ? "░" : ".")
      let at = Int((elapsed ?? 0) * 12) % (room * 2 - 6)
      let place = at < room - 3 ? at : room * 2 - 6 - at
      let (before, after) = (
        String(repeating: rest, count: place), String(repeating: rest, count: room - 3 - place)
      )
      bar =
        style.faint(before) + style.cool(String(repeating: full, count: 3)) + style.faint(after) + "      "
    }
    let tail = [elapsed.map { "\(Decimals.text($0)) s" } ?? "", view.others].filter { !$0.isEmpty }
    let left = columns - 1 - 20 - room - 9
    StandardError.write(
      "\r\u{1B}[K\(Shown.fit(view.words, 19)) \(bar)  \(Shown.cut(tail.joined(separator: "  "), max(0, left)))"
    )
  }
}
