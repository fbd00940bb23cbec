/// `idle`: what subscribers cost that do nothing.
enum Idle {
  static func run(_ stage: Stage) throws(Failure) {
    let count = stage.size(10_000)
    let server = try stage.startServer("idle")
    let floor = try stage.startFloor()
    defer {
      server.stop()
      stage.remove("idle")
    }
    let (bare, _) = try fill(floor, count)
    let (ours, load) = try fill(server, count)
    // Heartbeats and pings come every 25 s: one of each is inside.
    let duration = stage.time(26)
    let (cpu, own, begin) = (server.meter.cpu, Meter.own, nanoseconds())
    try load.idle(duration)
    let elapsed = seconds(begin, nanoseconds())
    let share = Double(server.meter.cpu - cpu) / 1e9 / elapsed
    Table.line(
      "idle \(short(Double(count)))",
      "\(short(ours)) KiB resident a connection; \(short(share * 100)) % of a core, heartbeats and pings included",
      beside: "\(short(bare)) KiB", ratio: "–", target: "≤ 3 KiB, < 5 %",
      load: Double(Meter.own - own) / 1e9 / elapsed)
  }

  private static func fill(_ child: Child, _ count: Int) throws(Failure) -> (Double, Load) {
    let load = try Load(port: child.port)
    try load.idle(0.5)
    let before = child.meter.resident
    try load.connect(count)
    try load.idle(2)
    return (Double(child.meter.resident - before) / Double(count), load)
  }
}
