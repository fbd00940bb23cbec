/// `append`: rows made durable over HTTP, beside a bare loop over SQLite.
enum Append {
  private struct Mode {
    let name: String
    /// Rows in a request, requests under way, and rows in a transaction of the bare loop.
    let rows: Int
    let requests: Int
    let batch: Int
  }

  private static let modes = [
    Mode(name: "one at a time", rows: 1, requests: 1, batch: 1),
    Mode(name: "64 in one request", rows: 64, requests: 1, batch: 64),
    Mode(name: "64 in each of 4 requests", rows: 64, requests: 4, batch: 64),
    Mode(name: "64 requests in flight", rows: 1, requests: 64, batch: 64),
  ]

  static func run(_ stage: Stage) throws(Failure) {
    let server = try stage.startServer("append")
    let bare = try BareDatabase(stage.database("bare"))
    defer {
      server.stop()
      stage.remove("append")
      stage.remove("bare")
    }
    let load = try Load(port: server.port)
    try load.openPosters(64)
    for mode in modes {
      var ours = Samples()
      var loop = Samples()
      var costs = Samples()
      var bareCosts = Samples()
      var shares = Samples()
      load.answerLatency = Histogram()
      for _ in 0..<(stage.turns + 2) {
        let (cpu, own, begin) = (server.meter.cpu, Meter.own, nanoseconds())
        let rows = try append(load, mode, seconds: stage.time(1))
        let elapsed = seconds(begin, nanoseconds())
        ours.add(Double(rows) / elapsed)
        costs.add(Double(server.meter.cpu - cpu) / 1e3 / Double(rows))
        shares.add(Double(Meter.own - own) / 1e9 / elapsed)
        let (idle, spent) = (Meter.own, nanoseconds())
        let rate = try bare.append(batch: mode.batch, seconds: stage.time(1))
        loop.add(rate)
        bareCosts.add(Double(Meter.own - idle) / 1e3 / rate / seconds(spent, nanoseconds()))
      }
      Table.line(
        "append, \(mode.name)",
        "\(short(ours.median)) rows/s durable, \(short(costs.median)) µs CPU each; answer p99 \(short(load.answerLatency.percentile(0.99))) ms",
        beside: "\(short(loop.median)) rows/s, \(short(bareCosts.median)) µs CPU each (SQLite alone)",
        ratio: "rate \(ours.over(loop).text)",
        target: "≥ 0.9", load: shares.median)
    }
  }

  /// - Returns: the rows that were answered.
  private static func append(_ load: Load, _ mode: Mode, seconds duration: Double) throws(Failure) -> Int {
    let request = Poster.append(rows: mode.rows)
    let posters = load.posters[..<mode.requests]
    load.answers = 0
    let end = nanoseconds() + UInt64(duration * 1e9)
    while nanoseconds() < end {
      for poster in posters where !poster.isBusy { try poster.send(request) }
      load.turn(1)
      if let mistake = load.mistake { throw Failure(mistake) }
    }
    try load.poll(within: 10, "the last appends") { posters.allSatisfy { !$0.isBusy } }
    return load.answers * mode.rows
  }
}
