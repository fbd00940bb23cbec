import Foundation

/// Prometheus' text format, read as strictly as its own reader does.
struct MetricsReader {
  struct Family {
    var type: String
    var samples: [(name: String, labels: [String: String], value: Double)] = []
  }

  private(set) var families: [String: Family] = [:]
  /// What is not as it must be.
  private(set) var faults: [String] = []

  init(_ text: String) {
    var current: String?
    var helped: Set<String> = []
    if !text.hasSuffix("\n") { faults.append("the last line does not end") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let match = line.wholeMatch(of: /# HELP ([a-z_]+) (.+)/) {
        if !helped.insert(String(match.1)).inserted { faults.append("two HELP of \(match.1)") }
        current = String(match.1)
      } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
        let name = String(match.1)
        if name != current || families[name] != nil { faults.append("TYPE of \(name) out of place") }
        families[name] = Family(type: String(match.2))
      } else if let match = line.wholeMatch(of: /([a-z_]+)(?:\{(.*)\})? ([-+0-9.eInfNa]+)/) {
        take(String(match.1), match.2.map(String.init), String(match.3), in: current, line)
      } else {
        faults.append("no line of the format: \(line)")
      }
    }
    checkHistograms()
  }

  private mutating func take(
    _ name: String, _ labels: String?, _ number: String, in family: String?, _ line: Substring
  ) {
    guard let family, let type = families[family]?.type, let value = Double(number) else {
      return faults.append("a sample without a family, or no number: \(line)")
    }
    let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    if !suffixes.contains(where: { family + $0 == name }) { faults.append("not of \(family): \(line)") }
    if type == "counter", !name.hasSuffix("_total") {
      faults.append("a counter's name ends in _total: \(name)")
    }
    if type != "gauge", value < 0 { faults.append("below 0: \(line)") }
    var read: [String: String] = [:]
    for match in (labels ?? "").matches(of: /([a-z_]+)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/) {
      if read.updateValue(String(match.2), forKey: String(match.1)) != nil { faults.append("twice: \(line)") }
    }
    if read.map({ $0.key.count + $0.value.count + 3 }).reduce(0, +) + max(0, read.count - 1)
      != (labels ?? "").count
    {
      faults.append("labels: \(line)")
    }
    if families[family]!.samples.contains(where: { $0.name == name && $0.labels == read }) {
      faults.append("the same sample twice: \(line)")
    }
    families[family]!.samples.append((name, read, value))
  }

  private mutating func checkHistograms() {
    for (name, family) in families where family.type == "histogram" {
      let buckets = family.samples.filter { $0.name == name + "_bucket" }
      let bounds = buckets.map {
        $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"] ?? "") ?? .nan
      }
      if bounds.last != .infinity || bounds != bounds.sorted() { faults.append("the bounds of \(name)") }
      let counts = buckets.map(\.value)
      if counts != counts.sorted() { faults.append("the counts of \(name) shrink") }
      if counts.last != self[name + "_count"] { faults.append("\(name)'s count is not its last bucket's") }
      // What is in a bucket is above the bound before and not above its own.
      let each = zip(counts, [0] + counts).map { $0 - $1 }
      let least = zip(each, [0] + bounds).map { $0 * $1 }.reduce(0, +)
      let most = zip(each, bounds).map { $0 == 0 ? 0 : $0 * $1 }.reduce(0, +)
      let sum = self[name + "_sum"] ?? -1
      if sum < least - 1e-9 || sum > most + 1e-9 { faults.append("\(name)'s sum \(sum) fits no \(counts)") }
    }
  }

  /// A sample's value; `nil` if there is none.
  subscript(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    for family in families.values {
      if let sample = family.samples.first(where: { $0.name == name && $0.labels == labels }) {
        return sample.value
      }
    }
    return nil
  }
}

extension LiveServer {
  /// What the server's metrics are now.
  func metrics(_ token: String? = nil) throws -> MetricsReader {
    MetricsReader(try bare("GET /metrics", token.map(Tokens.bearer) ?? []).body)
  }
}
