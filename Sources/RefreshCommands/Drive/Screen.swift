import FoundationEssentials
import Glibc

/// Lines that are drawn over themselves on standard output.
struct Screen {
  private var drawn = 0

  init() {
    // However the process ends, the cursor is there again.
    atexit { _ = Glibc.write(1, "\u{1B}[?25h", 6) }
  }

  /// Draws lines in the place of those before.
  mutating func draw(_ lines: [String]) throws(CommandError) {
    let size = Terminal.size(of: 1)
    let fitting = lines.prefix(max(1, size.lines - 1))
    // As one picture, on terminals that know of it.
    var text = "\u{1B}[?2026h\u{1B}[?25l" + (drawn > 0 ? "\u{1B}[\(drawn)A" : "")
    for line in fitting { text += "\r\(Style.cut(line, size.columns - 1))\u{1B}[K\n" }
    text += "\u{1B}[J\u{1B}[?25h\u{1B}[?2026l"
    drawn = fitting.count
    try StandardOutput.print(text)
  }
}
