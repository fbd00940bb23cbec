/// Metrics in Prometheus' text format: for each family what it is, its type, and its samples.
struct MetricsText {
  enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  typealias Labels = KeyValuePairs<String, String>

  private(set) var text = ""

  /// Begins a family, whose samples follow.
  mutating func family(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func sample(_ name: String, _ labels: Labels, _ value: Int) {
    line(name, labels, String(value))
  }

  mutating func sample(_ name: String, _ labels: Labels = [:], seconds value: Double) {
    line(name, labels, String(value))
  }

  /// A family of one sample.
  mutating func one(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    family(name, kind, help)
    sample(name, [:], value)
  }

  mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
    family(name, .histogram, help)
    var count = 0
    for (bound, more) in zip(histogram.bounds.map { String($0) } + ["+Inf"], histogram.counts) {
      count += more
      sample("\(name)_bucket", ["le": bound], count)
    }
    sample("\(name)_sum", seconds: histogram.sum)
    sample("\(name)_count", [:], count)
  }

  private mutating func line(_ name: String, _ labels: Labels, _ value: String) {
    let inside = labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    text += "\(name)\(inside.isEmpty ? "" : "{\(inside)}") \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    String(
      value.flatMap { character -> [Character] in
        switch character {
        case "\\": ["\\", "\\"]
        case "\"": ["\\", "\""]
        case "\n": ["\\", "n"]
        default: [character]
        }
      })
  }
}
