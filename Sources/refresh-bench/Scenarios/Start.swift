/// `start`: from exec to the ready line.
enum Start {
  static func run(_ stage: Stage) throws(Failure) {
    let rows = stage.size(1_000_000)
    defer {
      stage.remove("empty")
      stage.remove("million")
    }
    try fill(stage, rows)
    var empty = Samples()
    var million = Samples()
    var bare = Samples()
    for _ in 0..<(stage.turns * 2 + 1) {
      stage.remove("empty")
      empty.add(try time(stage.startServer("empty")))
      million.add(try time(stage.startServer("million")))
      bare.add(try time(stage.startFloor()))
    }
    Table.line(
      "start, empty database", "\(empty.text) ms", beside: "\(bare.text) ms (floor)",
      ratio: empty.over(bare).text, target: "≤ 30 ms")
    Table.line(
      "start, \(short(Double(rows))) rows", "\(million.text) ms", beside: "\(bare.text) ms (floor)",
      ratio: million.over(bare).text, target: "≤ 150 ms")
  }

  private static func time(_ child: Child) -> Double {
    child.stop()
    return Double(child.startTime) / 1e6
  }

  /// Makes the database with many rows, through the server, and stops it cleanly.
  private static func fill(_ stage: Stage, _ rows: Int) throws(Failure) {
    let server = try stage.startServer("million")
    defer { server.stop() }
    let load = try Load(port: server.port)
    try load.openPosters(1)
    let request = Poster.append(rows: 10_000)
    for _ in 0..<max(1, rows / 10_000) {
      try load.posters[0].send(request)
      try load.poll(within: 20, "filling the database") { !load.posters[0].isBusy }
    }
  }
}
