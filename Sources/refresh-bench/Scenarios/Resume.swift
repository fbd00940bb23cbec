/// `resume`: a crowd that comes back at once, each a hundred rows behind.
enum Resume {
  private static let behind = 100

  static func run(_ stage: Stage) throws(Failure) {
    let count = stage.size(5_000)
    let server = try stage.startServer("resume")
    let floor = try stage.startFloor(replayed: behind)
    defer {
      server.stop()
      stage.remove("resume")
    }
    let position = try fallBehind(server)
    var ours = Samples()
    var bare = Samples()
    var peaks = Samples()
    var shares = Samples()
    for _ in 0..<stage.turns {
      server.meter.resetPeak()
      let before = server.meter.resident
      let own = Meter.own
      let time = try comeBack(server, count, after: position)
      shares.add(Double(Meter.own - own) / 1e9 / time)
      ours.add(time)
      peaks.add(Double(server.meter.peak - before) / 1_024)
      bare.add(try comeBack(floor, count, after: position))
    }
    Table.line(
      "resume \(short(Double(count))), \(behind) rows behind",
      "all level after \(ours.text) s, \(short(Double(count) / ours.median)) clients/s; memory grew by at most \(peaks.text) MiB",
      beside: "\(bare.text) s", ratio: "time \(ours.over(bare).text)", load: shares.median)
  }

  /// Appends the rows that will be missed.
  /// - Returns: the position before them.
  private static func fallBehind(_ server: Child) throws(Failure) -> String {
    let load = try Load(port: server.port)
    try load.openPosters(1)
    let poster = load.posters[0]
    for request in [Poster.append(rows: 50), Poster.feed, Poster.append(rows: behind)] {
      let body = poster.body
      try poster.send(request)
      try load.poll(within: 10, "preparing the rows to be missed") { !poster.isBusy }
      if request == Poster.append(rows: behind), let position = Self.position(body) { return position }
    }
    throw Failure("the server did not say its position")
  }

  private static func position(_ body: [UInt8]) -> String? {
    let text = String(decoding: body, as: UTF8.self)
    let words = text.split(separator: "\"")
    return words.firstIndex(of: "pos").flatMap {
      words.indices.contains($0 + 2) ? String(words[$0 + 2]) : nil
    }
  }

  /// - Returns: the seconds until all of them have all rows.
  private static func comeBack(_ child: Child, _ count: Int, after position: String) throws(Failure) -> Double
  {
    let load = try Load(port: child.port, subscribe: ClientFrames.subscribe(after: position))
    load.window = 2_000
    let begin = nanoseconds()
    try load.connect(count)
    try load.poll(within: 30, "rows that were missed") { load.rows >= count * behind }
    let time = seconds(begin, nanoseconds())
    if load.rows > count * behind { throw Failure("more rows came than were missed") }
    return time
  }
}
