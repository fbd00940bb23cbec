/// A table for a terminal or a pipe: columns as wide as what is in them, with two spaces between.
struct TextTable {
  /// One column.
  struct Column {
    let title: String
    var isRight = false
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row, as many texts as there are columns.
  mutating func add(_ row: [String]) { rows.append(row.map(Shown.message)) }

  /// The lines, cut to fit into `width` columns; nil for no bound.
  func text(width: Int?, style: Style) -> String {
    let widths = columns.indices.map { column in
      max(Shown.width(columns[column].title), rows.map { Shown.width($0[column]) }.max() ?? 0)
    }
    let last = columns.count - 1
    let before = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    let room = width.map { max(0, $0 - before) } ?? .max
    let line = { (cells: [String]) -> String in
      var text = ""
      for column in columns.indices {
        if column == last, !columns[column].isRight {
          text += Shown.cut(cells[column], room)
        } else {
          text += Shown.fit(cells[column], widths[column], isRight: columns[column].isRight) + "  "
        }
      }
      while text.last == " " { text.removeLast() }
      return width.map { Shown.cut(text, $0) } ?? text
    }
    let head = line(columns.map(\.title))
    return ([style.faint(head)] + rows.map(line)).joined(separator: "\n") + "\n"
  }
}
