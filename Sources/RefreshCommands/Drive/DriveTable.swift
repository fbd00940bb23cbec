import FoundationEssentials
import Glibc
import RefreshEngine
import RefreshWire

/// The table that a person watches.
struct DriveTable {
  let feed: String
  let server: String
  let style: Style
  private var rates = Rates()

  init(feed: String, server: String, style: Style) {
    self.feed = feed
    self.server = server
    self.style = style
  }

  /// How many per second of what, over the last two seconds or so.
  private struct Rates {
    private var marks: [(at: Double, rows: Int, deliveries: Int, messages: Int)] = []

    mutating func take(_ view: Board.View, at seconds: Double) -> (
      rows: Double, deliveries: Double, messages: Double
    ) {
      marks.append((seconds, view.rows, view.deliveries, view.messages))
      while marks.count > 2, marks[1].at < seconds - 2 { marks.removeFirst() }
      let time = max(0.1, seconds - marks[0].at)
      return (
        Double(view.rows - marks[0].rows) / time, Double(view.deliveries - marks[0].deliveries) / time,
        Double(view.messages - marks[0].messages) / time
      )
    }
  }

  /// The lines at one moment.
  mutating func lines(_ view: Board.View, seconds: Double, columns: Int, isEnding: Bool) -> [String] {
    let width = min(columns, 100)
    let room = max(10, min(40, width - 44))
    let rate = rates.take(view, at: seconds)
    let dot = Terminal.isUTF8 ? " · " : ", "
    var lines = [heading(view, seconds, width), ""]
    let (full, rest) = Bar.draw(Double(view.connected) / Double(max(1, view.clients)), columns: room)
    lines.append(
      row("clients", "\(style.good(full))\(style.faint(rest))", "\(view.connected) of \(view.clients)", room))
    lines.append(
      row(
        "", note("\(view.cuts) cut\(dot)\(view.resumes) resumed\(dot)\(view.resets) reset"), "", 0))
    lines += pulls(view, room, dot)
    lines += run(view, room, dot)
    lines.append("")
    lines.append(
      row(
        "rows", "\(number(view.head)) in the list",
        note("\(decimal(rate.rows))/s appended\(dot)\(number(Int(rate.deliveries)))/s delivered"), 22))
    lines.append(
      row(
        "latency", view.p50.map { "p50 \(time($0))\(dot)p99 \(time(view.p99 ?? $0))" } ?? "not yet measured",
        style.cool(sparks(view.seconds, columns: max(0, min(30, width - 48)))), 26))
    lines.append(row("", note("from a row's append to the last of the clients"), "", 0))
    lines.append(row("lists", equality(view), "", 0))
    lines.append(row("messages", note("\(number(Int(rate.messages)))/s to all clients"), "", 0))
    lines.append("")
    if let trouble = view.trouble {
      lines.append("  " + style.warm(Shown.cut(trouble, width - 3)))
    } else {
      lines.append(
        "  "
          + note(
            isEnding
              ? "waiting for the last rows, to compare all lists" : "Ctrl-C ends it and compares all lists"))
    }
    return lines
  }

  private func heading(_ view: Board.View, _ seconds: Double, _ width: Int) -> String {
    let clock = "\(Int(seconds) / 60):\(Decimals.padded(Int(seconds) % 60, 2, with: "0"))"
    let title = Shown.cut(Shown.message(view.title), 24)
    let left = " refreshd drive  \(feed)" + (title.isEmpty ? "" : "  \(title)")
    let right = Shown.cut(server, max(0, width - Shown.width(left) - clock.count - 6))
    let gap = max(2, width - Shown.width(left) - Shown.width(right) - clock.count - 3)
    return style.strong(left) + String(repeating: " ", count: gap) + note(right) + "  " + style.strong(clock)
  }

  private func pulls(_ view: Board.View, _ room: Int, _ dot: String) -> [String] {
    var lines = [
      row(
        "pulls", style.strong("\(view.pulling)") + " under way",
        note(
          "\(number(view.began)) begun\(dot)\(number(view.givenUp)) given up\(dot)\(number(view.takenAway)) taken away"
        ),
        16)
    ]
    for place in 0..<5 {
      guard place < view.pulls.count else {
        lines.append("")
        continue
      }
      let pull = view.pulls[place]
      let (full, rest) = Bar.draw(pull.percent, columns: room)
      let bar = (pull.percent >= 1 ? style.good(full) : style.cool(full)) + style.faint(rest)
      let arrow = Terminal.isUTF8 ? (pull.edge == .top ? "↓" : "↑") : (pull.edge == .top ? "v" : "^")
      lines.append(
        row(
          "  " + Shown.fit(Shown.message(pull.name ?? "somebody"), 9), bar,
          "\(Decimals.padded(Int((pull.percent * 100).rounded()), 3)) % \(arrow)", room, isIndented: true))
    }
    return lines
  }

  private func run(_ view: Board.View, _ room: Int, _ dot: String) -> [String] {
    var lines: [String] = []
    if let run = view.run {
      let elapsed = view.runSince.duration(to: .now) / .seconds(1)
      let bar: String
      if let progress = run.progress {
        let (full, rest) = Bar.draw(progress, columns: room)
        bar = style.warm(full) + style.faint(rest)
      } else {
        bar = Self.wave(elapsed, room, style)
      }
      let how =
        run.run.cause == .pull ? "pulled by" : run.run.cause == .request ? "asked for by" : "scheduled"
      let who = Shown.cut(
        Shown.message(run.run.by.name ?? (run.run.cause == .schedule ? "" : "somebody")), 10)
      lines.append(
        row("run \(run.run.id)", bar, "\(Decimals.text(elapsed)) s  " + note("\(how) \(who)"), room))
    } else {
      let words = view.phase == .settling ? "goes back" : "none under way"
      lines.append(row("run", note(words), "", 0))
    }
    let count = { (outcome: RunOutcome) in view.outcomes[outcome, default: 0] }
    let failed = "\(count(.failed)) failed"
    lines.append(
      row(
        "runs",
        style.good("\(number(count(.ok))) ok") + dot + (count(.failed) > 0 ? style.bad(failed) : failed) + dot
          + "\(count(.cancelled)) cancelled", "", 0))
    lines.append(
      row(
        "",
        note(
          "\(number(view.triggered)) \(view.triggered == 1 ? "pull" : "pulls") began one\(dot)\(number(view.joined)) joined one\(dot)"
            + "\(number(view.refused)) refused"), "", 0))
    return lines
  }

  private func equality(_ view: Board.View) -> String {
    if view.differences > 0 {
      return style.bad(
        (Terminal.isUTF8 ? "✗ " : "")
          + "\(Counted.words(view.differences, "row was", "rows were")) told differently to two clients")
    }
    return style.good((Terminal.isUTF8 ? "✓ " : "") + "equal")
      + note(
        view.level == view.clients
          ? ", all at row \(number(view.head))"
          : ", \(view.level) of \(view.clients) at row \(number(view.head))")
  }

  /// A wave that goes to and fro, for a run whose source does not tell how far it is.
  private static func wave(_ elapsed: Double, _ room: Int, _ style: Style) -> String {
    let (full, rest) = (Terminal.isUTF8 ? "█" : "#", Terminal.isUTF8 ? "░" : ".")
    let length = max(3, room / 5)
    let way = room - length
    let step = Int(elapsed * 24) % max(1, way * 2)
    let at = step < way ? step : way * 2 - step
    return style.faint(String(repeating: rest, count: at))
      + style.warm(String(repeating: full, count: length))
      + style.faint(String(repeating: rest, count: way - at))
  }

  private func sparks(_ seconds: [Double], columns: Int) -> String {
    let signs = Terminal.isUTF8 ? Array("▁▂▃▄▅▆▇█") : Array("_.-=+*#@")
    let shown = seconds.suffix(columns)
    let most = max(shown.max() ?? 0, 1)
    return String(
      shown.map { value in
        value == 0 ? " " : signs[min(signs.count - 1, Int(value / most * Double(signs.count - 1) + 0.5))]
      })
  }

  /// A label, something of so many columns, and what follows it.
  private func row(_ label: String, _ first: String, _ then: String, _ columns: Int, isIndented: Bool = false)
    -> String
  {
    let name = isIndented ? "  " + label : "  " + style.strong(Shown.fit(label, 9))
    let padding = String(repeating: " ", count: max(0, columns - Shown.width(Style.bare(first))))
    return then.isEmpty ? "\(name)  \(first)" : "\(name)  \(first)\(padding)  \(then)"
  }

  private func note(_ words: String) -> String { style.faint(words) }

  private func time(_ milliseconds: Double) -> String {
    milliseconds < 1_000
      ? "\(decimal(milliseconds)) ms" : "\(Decimals.text(milliseconds / 1_000)) s"
  }

  private func decimal(_ value: Double) -> String { Decimals.text(value, digits: value < 10 ? 1 : 0) }

  /// A whole number with its thousands set apart.
  private func number(_ value: Int) -> String {
    let digits = String(abs(value))
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result.append(Terminal.isUTF8 ? "\u{202F}" : ",") }
      result.append(digit)
    }
    return (value < 0 ? "-" : "") + result
  }
}
