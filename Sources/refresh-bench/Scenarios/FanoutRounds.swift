/// Rows appended to a crowd of subscribers in rounds: so many rows at once, and the next when every subscriber has
/// all of them.
struct FanoutRounds {
  /// Deliveries a second.
  var rate = 0.0
  /// The server's CPU time for a delivered row, in µs.
  var cost = 0.0
  /// Rows in a frame.
  var batch = 0.0
  var latency = Histogram()
  /// The generator's share of one CPU.
  var load = 0.0

  init(_ load: Load, _ meter: Meter, inFlight: Int, seconds duration: Double) throws(Failure) {
    let request = Poster.append(rows: 1)
    for _ in 0..<2 { try Self.round(load, request, inFlight) }
    load.latency = Histogram()
    load.rowFrames = 0
    var rounds = 0
    let (cpu, own, begin) = (meter.cpu, Meter.own, nanoseconds())
    while rounds < 3 || (seconds(begin, nanoseconds()) < duration && rounds < 10_000) {
      try Self.round(load, request, inFlight)
      rounds += 1
    }
    let elapsed = seconds(begin, nanoseconds())
    let delivered = Double(rounds * inFlight * load.live)
    rate = delivered / elapsed
    cost = Double(meter.cpu - cpu) / 1e3 / delivered
    batch = delivered / Double(max(1, load.rowFrames))
    latency = load.latency
    self.load = Double(Meter.own - own) / 1e9 / elapsed
  }

  private static func round(_ load: Load, _ request: [UInt8], _ inFlight: Int) throws(Failure) {
    load.rows = 0
    load.answers = 0
    load.began = nanoseconds()
    for poster in load.posters[..<inFlight] { try poster.send(request) }
    try load.poll(within: 30, "a round of \(inFlight) rows to \(load.live) subscribers") {
      load.rows >= inFlight * load.live && load.answers >= inFlight
    }
    if load.rows > inFlight * load.live { throw Failure("more rows arrived than were appended") }
  }
}
