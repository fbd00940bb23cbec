/// `connect`: connections a second, handshake and subscription, with many open already.
enum Connect {
  private struct Visit {
    var rates = Samples()
    var cost = 0.0
    var load = 0.0
  }

  static func run(_ stage: Stage) throws(Failure) {
    let server = try stage.startServer("connect")
    let floor = try stage.startFloor()
    defer {
      server.stop()
      stage.remove("connect")
    }
    for full in [1_000, 5_000, 15_000] {
      let open = stage.size(full)
      do {
        var ours: [Visit] = []
        var bare: [Visit] = []
        for _ in 0..<2 {
          ours.append(try visit(server, open, stage))
          bare.append(try visit(floor, open, stage))
        }
        let rates = Samples(ours.flatMap(\.rates.values))
        let floors = Samples(bare.flatMap(\.rates.values))
        Table.line(
          "connect with \(short(Double(open))) open",
          "\(short(rates.median)) connections/s, \(short(Samples(ours.map(\.cost)).median)) µs CPU each",
          beside: "\(short(floors.median))/s, \(short(Samples(bare.map(\.cost)).median)) µs",
          ratio: "rate \(rates.over(floors).text)", target: "rate ≥ 0.8, flat",
          load: Samples(ours.map(\.load)).median)
      } catch {
        Table.missing("connect \(open)", error)
      }
    }
  }

  private static func visit(_ child: Child, _ open: Int, _ stage: Stage) throws(Failure) -> Visit {
    let more = stage.size(3_000)
    let load = try Load(port: child.port)
    try load.connect(open)
    var visit = Visit()
    var (cpu, own, elapsed) = (0.0, 0.0, 0.0)
    for _ in 0..<2 {
      // So that the ends of those before, and what the others are told of them, are over.
      try load.idle(1.5)
      let before = (child.meter.cpu, Meter.own, nanoseconds())
      try load.connect(more)
      let took = seconds(before.2, nanoseconds())
      visit.rates.add(Double(more) / took)
      cpu += Double(child.meter.cpu - before.0) / 1e3
      own += Double(Meter.own - before.1) / 1e9
      elapsed += took
      load.close(more)
    }
    visit.cost = cpu / Double(2 * more)
    visit.load = own / elapsed
    return visit
  }
}
