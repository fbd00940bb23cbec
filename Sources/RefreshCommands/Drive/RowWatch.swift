import RefreshWire

/// What all clients were told of each row: whether it was the same, and how long it took to the last of them.
struct RowWatch {
  /// How many rows are looked at: the newest.
  private static let size = 8_192
  /// After this long without the last client, in milliseconds, it was cut off, and the row says nothing of the server.
  private static let patience = 3_000.0

  private struct Entry {
    var sequence = 0
    var hash = 0
    var appended = 0.0
    var first = 0.0
    /// How many clients have it live, and how many will.
    var count = 0
    var expected = 0
    var isMeasured = false
  }

  private var entries = [Entry](repeating: Entry(), count: size)
  /// Rows that two clients were told differently.
  private(set) var differences = 0
  /// How long rows took from their append to the last client, in milliseconds: all of this drive, in order of time.
  private(set) var latencies = LatencyRecord()

  /// A client got rows.
  /// - Parameters:
  ///   - live: the first sequence number that did not belong to what it had missed.
  ///   - present: how many clients there are that get rows as they come.
  ///   - now: milliseconds since 1970, by the server's clock.
  mutating func take(first: Int, _ rows: [Row], live: Int, present: Int, at now: Double) {
    for (sequence, row) in zip(first..., rows) {
      var hasher = Hasher()
      hasher.combine(row.text)
      hasher.combine(row.at)
      hasher.combine(row.run)
      let hash = hasher.finalize()
      let place = sequence % Self.size
      if entries[place].sequence < sequence {
        entries[place] = Entry(
          sequence: sequence, hash: hash, appended: Double(row.at), first: now, expected: present)
      }
      guard entries[place].sequence == sequence else { continue }
      if entries[place].hash != hash { differences += 1 }
      guard sequence >= live, !entries[place].isMeasured else { continue }
      entries[place].count += 1
      if now - entries[place].first > Self.patience {
        entries[place].isMeasured = true
      } else if entries[place].count >= entries[place].expected {
        entries[place].isMeasured = true
        latencies.add(max(0, now - entries[place].appended), at: now)
      }
    }
  }

  /// The list is another one now.
  mutating func clear() { entries = [Entry](repeating: Entry(), count: Self.size) }
}

/// Times, and what is usual among them.
struct LatencyRecord {
  /// How many are kept: of more, the newest.
  private static let most = 20_000
  private var all: [Double] = []
  private var next = 0
  /// The longest of each of the last seconds, the newest last.
  private(set) var seconds: [Double] = []
  private var second = 0

  mutating func add(_ time: Double, at now: Double) {
    if all.count < Self.most {
      all.append(time)
    } else {
      all[next] = time
      next = (next + 1) % Self.most
    }
    roll(to: now)
    if seconds.isEmpty { seconds = [0] }
    seconds[seconds.count - 1] = max(seconds[seconds.count - 1], time)
  }

  /// Begins the seconds that have begun.
  mutating func roll(to now: Double) {
    let current = Int(now / 1_000)
    if second == 0 { second = current }
    while second < current, !seconds.isEmpty {
      second = max(second + 1, current - 60)
      seconds.append(0)
    }
    second = max(second, current)
    if seconds.count > 60 { seconds.removeFirst(seconds.count - 60) }
  }

  /// The time that a part of all is at most; nil if there is none.
  func quantile(_ part: Double) -> Double? {
    guard !all.isEmpty else { return nil }
    let sorted = all.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}
