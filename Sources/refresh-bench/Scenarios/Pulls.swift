/// `pulls`: a thousand clients that drag at 60 samples a second each, and one that drags before five thousand.
enum Pulls {
  private struct Visit {
    var rate = 0.0
    var cost = 0.0
    var presences = 0.0
    var presenceCost = 0.0
    var answers = Histogram()
    var load = 0.0
  }

  static func run(_ stage: Stage) throws(Failure) {
    let server = try stage.startServer("pulls")
    let floor = try stage.startFloor()
    defer {
      server.stop()
      stage.remove("pulls")
    }
    try crowd(stage, server, floor)
    try watchers(stage, server, floor)
  }

  private static func crowd(_ stage: Stage, _ server: Child, _ floor: Child) throws(Failure) {
    let count = stage.size(1_000)
    var ours: [Visit] = []
    var bare: [Visit] = []
    for _ in 0..<stage.turns {
      ours.append(try visit(server, peers: count, fingers: count, stage))
      bare.append(try visit(floor, peers: count, fingers: count, stage))
    }
    let cost = Samples(ours.map(\.cost))
    let floors = Samples(bare.map(\.cost))
    Table.line(
      "pulls: \(short(Double(count))) drag",
      "\(short(Samples(ours.map(\.rate)).median)) samples/s, \(cost.text) µs CPU each, all included; \(times(ours)); \(short(Samples(ours.map(\.presences)).median)) presence frames/s beside",
      beside:
        "\(short(Samples(bare.map(\.rate)).median)) samples/s, \(short(floors.median)) µs, \(times(bare)), no presence",
      ratio: "CPU \(cost.over(floors).text)", target: "≤ 10 µs a sample",
      load: Samples(ours.map(\.load)).median)
  }

  private static func watchers(_ stage: Stage, _ server: Child, _ floor: Child) throws(Failure) {
    let count = stage.size(5_000)
    var ours: [Visit] = []
    var bare: [FanoutRounds] = []
    for _ in 0..<stage.turns {
      ours.append(try visit(server, peers: count + 1, fingers: 1, stage))
      let load = try Load(port: floor.port)
      try load.connect(count)
      try load.openPosters(1)
      bare.append(try FanoutRounds(load, floor.meter, inFlight: 1, seconds: stage.time(1)))
    }
    let cost = Samples(ours.map(\.presenceCost))
    let floors = Samples(bare.map(\.cost))
    Table.line(
      "pulls: one drags, \(short(Double(count))) watch",
      "\(short(Samples(ours.map(\.presences)).median)) presence frames/s, \(short(cost.median)) µs CPU each; pull \(times(ours))",
      beside: "\(short(floors.median)) µs a frame sent", ratio: "CPU \(cost.over(floors).text)",
      target: "–", load: Samples(ours.map(\.load)).median)
  }

  /// From a sample to its answer.
  private static func times(_ visits: [Visit]) -> String {
    let times = [0.5, 0.99, 1].map { share in
      short(Samples(visits.map { $0.answers.percentile(share) }).median)
    }
    return "p50 \(times[0]), p99 \(times[1]), max \(times[2]) ms"
  }

  private static func visit(_ child: Child, peers: Int, fingers: Int, _ stage: Stage) throws(Failure) -> Visit
  {
    let load = try Load(port: child.port)
    try load.connect(peers)
    try load.idle(1.3)
    var drag = Drag(load, fingers: fingers)
    try drag.run(0.5)
    load.latency = Histogram()
    load.presences = 0
    let (cpu, own, begin) = (child.meter.cpu, Meter.own, nanoseconds())
    let (before, spun) = (drag.sent, drag.spun)
    try drag.run(stage.time(3))
    try load.poll(within: 10, "the answers to the last samples") {
      load.peers[..<fingers].allSatisfy { $0.answered == $0.sent }
    }
    let elapsed = seconds(begin, nanoseconds())
    let used = Double(child.meter.cpu - cpu) / 1e3
    return Visit(
      rate: Double(drag.sent - before) / elapsed, cost: used / Double(drag.sent - before),
      presences: Double(load.presences) / elapsed, presenceCost: used / Double(max(1, load.presences)),
      answers: load.latency, load: max(0, Double(Meter.own - own) - Double(drag.spun - spun)) / 1e9 / elapsed)
  }
}
