/// `fanout`: rows by HTTP to a crowd, one and sixteen in flight.
enum Fanout {
  private struct Visit {
    var one: FanoutRounds
    var sixteen: FanoutRounds
  }

  static func run(_ stage: Stage) throws(Failure) {
    let server = try stage.startServer("fanout")
    let floor = try stage.startFloor()
    defer {
      server.stop()
      stage.remove("fanout")
    }
    for full in [1_000, 5_000, 15_000] {
      let count = stage.size(full)
      do {
        var ours: [Visit] = []
        var bare: [Visit] = []
        for _ in 0..<(stage.turns + 2) {
          ours.append(try visit(server, count, stage))
          bare.append(try visit(floor, count, stage))
        }
        line(ours.map(\.one), bare.map(\.one), count, 1, targets: (1.15, 1.2))
        line(ours.map(\.sixteen), bare.map(\.sixteen), count, 16, targets: (0.12, nil))
      } catch {
        Table.missing("fanout \(count)", error)
      }
    }
  }

  private static func visit(_ child: Child, _ count: Int, _ stage: Stage) throws(Failure) -> Visit {
    let load = try Load(port: child.port)
    try load.connect(count)
    try load.openPosters(16)
    // Who watches is told every second; the last of these is to be over.
    try load.idle(1.3)
    let one = try FanoutRounds(load, child.meter, inFlight: 1, seconds: stage.time(1.2))
    return Visit(
      one: one, sixteen: try FanoutRounds(load, child.meter, inFlight: 16, seconds: stage.time(1.2)))
  }

  private static func line(
    _ ours: [FanoutRounds], _ bare: [FanoutRounds], _ count: Int, _ inFlight: Int,
    targets: (cost: Double, latency: Double?)
  ) {
    let cost = Samples(ours.map(\.cost)).over(Samples(bare.map(\.cost)))
    let late = Samples(ours.map { $0.latency.percentile(0.99) }).over(
      Samples(bare.map { $0.latency.percentile(0.99) }))
    Table.line(
      "fanout \(short(Double(count))), \(inFlight) in flight", words(ours), beside: words(bare),
      ratio: "CPU \(cost.text), p99 \(late.text)",
      target: "CPU ≤ \(targets.cost)" + (targets.latency.map { ", p99 ≤ \($0)" } ?? ""),
      load: Samples(ours.map(\.load)).median)
  }

  private static func words(_ rounds: [FanoutRounds]) -> String {
    let rate = Samples(rounds.map(\.rate)).median
    let cost = Samples(rounds.map(\.cost)).median
    let times = [0.5, 0.99, 1].map { share in
      short(Samples(rounds.map { $0.latency.percentile(share) }).median)
    }
    let batch = Samples(rounds.map(\.batch)).median
    return
      "\(short(rate)) deliveries/s, \(short(cost)) µs CPU each, \(short(batch)) rows a frame; p50 \(times[0]), p99 \(times[1]), max \(times[2]) ms"
  }
}
