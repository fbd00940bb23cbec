import Foundation

/// The course of a soak: faults and restarts, then faults alone, over which memory and descriptors must stay flat.
final class Course: Sendable {
  /// What the server's process uses at a moment at which all clients are there and level.
  private struct Use {
    let resident: Int
    let descriptors: Int
    let cpu: Double
    let at: ContinuousClock.Instant
  }

  private let server: SoakServer
  private let cutter: Cutter
  private let clients: [SoakClient]
  private let writers: [SoakWriter]
  private let faults: Faults
  private let minutes: Double

  init(server: SoakServer, clients count: Int, minutes: Double) throws {
    self.server = server
    self.minutes = minutes
    let cutter = try Cutter()
    self.cutter = cutter
    clients = (0..<count).map { SoakClient($0, server, cutter) }
    writers = (0..<4).map { SoakWriter("writer \($0)", server) }
    faults = Faults(server, cutter, clients)
  }

  /// - Returns: what was not as promised.
  func run() async throws -> [String] {
    let begin = ContinuousClock.now
    let refreshing = Task { [server] in
      while !Task.isCancelled {
        _ = try? await SoakHTTP.ask("POST", server.url("/feeds/main/refresh"))
        try await Task.sleep(for: .milliseconds(700))
      }
    }
    let writing = writers.map { writer in Task { try await writer.run() } }
    try await allThere(within: 120, "at the beginning")
    say("\(clients.count) clients are there after \(words(ContinuousClock.now - begin)).")
    try await comeBack()

    try await strike(for: minutes * 60 * 0.5, restarts: true)
    if minutes >= 5 { try await faults.suspend(.seconds(45)) }
    try faults.calm()
    try await allThere(within: 120, "after faults and restarts")
    say("Faults and restarts are over: \(faults.words).")

    // The memory of a process that has just begun grows to what it needs.
    try await strike(for: minutes * 60 * 0.15, restarts: false)
    let warm = try await use("after the warm-up")
    try await strike(for: minutes * 60 * 0.35, restarts: false)
    let end = try await use("at the end")

    refreshing.cancel()
    for writer in writers { writer.stop() }
    for task in writing { try await task.value }
    try await Task.sleep(for: .seconds(4))
    let texts = try await SoakHTTP.rows(server)
    try await allThere(within: 120, "for the comparison", head: texts.count)
    let mistakes = faults.found + lists(texts) + growth(warm, end)
    try await report(texts, warm, end, took: ContinuousClock.now - begin)
    try await faults.stop()
    return mistakes + faults.found.filter { !mistakes.contains($0) }
  }

  /// An orderly stop and a start: how the clients come back, by the number of connections that the server has.
  private func comeBack() async throws {
    let without = server.descriptors - clients.count
    let begin = ContinuousClock.now
    try await faults.stop()
    let down = ContinuousClock.now - begin
    var seen: [(at: Double, count: Int)] = []
    while seen.last.map({ $0.count < clients.count }) ?? true, ContinuousClock.now - begin < .seconds(120) {
      seen.append(((ContinuousClock.now - begin) / .seconds(1), server.descriptors - without))
      try await Task.sleep(for: .milliseconds(25))
    }
    try await allThere(within: 120, "after a stop")
    let level = ContinuousClock.now - begin
    let most =
      seen.map { from in
        (seen.last { $0.at < from.at + 0.25 }?.count ?? 0) - from.count
      }.max() ?? 0
    // The first few may be the writers', or a command's pipes.
    let (first, last) = (seen.first { $0.count > 16 }?.at ?? 0, seen.last?.at ?? 0)
    say(
      """
      An orderly stop and start took \(seconds(down)) s. The \(clients.count) clients came back from \(seconds(.seconds(first))) to \
      \(seconds(.seconds(last))) s after the signal, at most \(most * 100 / clients.count) % of them within 250 ms; all were \
      level after \(seconds(level)) s.
      """)
  }

  private func seconds(_ duration: Duration) -> String { String(format: "%.2f", duration / .seconds(1)) }

  private func strike(for seconds: Double, restarts: Bool) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      try await faults.strike(restarts: restarts)
      try await Task.sleep(for: .milliseconds(Int.random(in: 300...1_700)))
    }
  }

  /// Waits until every client is connected and has the row that was the newest at the beginning.
  private func allThere(within seconds: Double, _ when: String, head: Int? = nil) async throws {
    let limit = ContinuousClock.now + .seconds(seconds)
    // Of a head that moves on, clients are always a little behind: the one at the beginning counts.
    var newest = head
    while true {
      if newest == nil {
        newest = try? await SoakHTTP.ask("GET", server.url("/feeds/main")).json["head"] as? Int
      }
      let missing = clients.count { $0.list.last < newest ?? .max }
      if missing == 0, cutter.count == clients.count { return }
      guard ContinuousClock.now < limit else {
        throw SoakError(
          description:
            "\(when): \(missing) clients are not level, \(cutter.count) of \(clients.count) connected")
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func use(_ when: String) async throws -> Use {
    try faults.calm()
    try await allThere(within: 120, when)
    // What was closed is gone, and what was sent is taken.
    try await Task.sleep(for: .seconds(4))
    return Use(
      resident: server.resident, descriptors: server.descriptors, cpu: server.cpu, at: .now)
  }

  // MARK: What must hold

  private func lists(_ texts: [String]) -> [String] {
    var mistakes: [String] = []
    for (number, writer) in writers.enumerated() {
      let stored = texts.filter { $0.hasPrefix("writer \(number) ") }
      if stored != writer.acknowledged {
        mistakes.append(
          "writer \(number): \(writer.acknowledged.count) rows acknowledged, \(stored.count) stored")
      }
    }
    for (number, client) in clients.enumerated() {
      let (list, notes) = (client.list, client.notes)
      if !texts[..<list.last].suffix(list.rows.count).elementsEqual(list.rows.map(\.text)) {
        mistakes.append("client \(number)'s rows \(list.first) to \(list.last) are not the store's")
      }
      if notes.gaps > 0 { mistakes.append("client \(number): \(notes.gaps) gaps") }
      if !notes.resets.isEmpty { mistakes.append("client \(number) was reset: \(notes.resets)") }
      if notes.answers > notes.connections { mistakes.append("client \(number) had to ask anew") }
    }
    return mistakes
  }

  private func growth(_ warm: Use, _ end: Use) -> [String] {
    var mistakes: [String] = []
    if end.resident > warm.resident + max(4_096, warm.resident / 10) {
      mistakes.append("memory grew from \(warm.resident) to \(end.resident) KiB")
    }
    if end.descriptors > warm.descriptors + 8 {
      mistakes.append("descriptors grew from \(warm.descriptors) to \(end.descriptors)")
    }
    return mistakes
  }

  // MARK: Figures

  private func report(_ texts: [String], _ warm: Use, _ end: Use, took: Duration) async throws {
    let runs = try await SoakHTTP.ask("GET", server.url("/feeds/main/runs?limit=1000")).json["runs"]
    var outcomes: [String: Int] = [:]
    for run in runs as? [[String: Any]] ?? [] {
      let code = (run["error"] as? [String: Any])?["code"] as? String
      outcomes[code ?? run["outcome"] as? String ?? "", default: 0] += 1
    }
    let notes = clients.map(\.notes)
    let cpu = (end.cpu - warm.cpu) / ((end.at - warm.at) / .seconds(1)) * 100
    say(
      """
      \(clients.count) clients, \(words(took)).
      Rows: \(texts.count), each in order to every client; \(notes.reduce(0) { $0 + $1.rows }) deliveries.
      Connections: \(notes.reduce(0) { $0 + $1.connections }); resets beside the first: \(notes.reduce(0) { $0 + $1.resets.count }).
      Faults: \(faults.words).
      Runs (the last 1000): \(outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")).
      Longest orderly stop: \(String(format: "%.2f", faults.longestStop)) s.
      Over \(words(end.at - warm.at)) without a restart: memory \(warm.resident) → \(end.resident) KiB, descriptors \
      \(warm.descriptors) → \(end.descriptors), \(String(format: "%.1f", cpu)) % of a core.
      Write-ahead log at the end: \(server.logLength / 1_024) KiB.
      """)
  }

  private func words(_ duration: Duration) -> String { "\(Int(duration / .seconds(1))) s" }
}
