import RefreshWire

/// Rows as a command prints them.
struct RowPrinter: Sendable {
  /// A JSON object a line, instead of the text alone.
  let isJSON: Bool

  /// The lines of rows, of which the first has the sequence number `first`.
  func lines(first: Int, _ rows: some Sequence<Row>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (seq, row) in zip(first..., rows) {
      if isJSON {
        RowLine(seq: seq, row).encode(into: &bytes)
      } else {
        bytes += Shown.line(row.text).utf8
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
