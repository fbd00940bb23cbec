/// The frames read last, so that peers at the same cursor share one.
struct RecentReads {
  private static let limit = 8
  private var reads: [(cursor: Int, frame: Frame, upTo: Int)] = []
  private var oldest = 0

  /// Forgets all: what a cursor is followed by has grown.
  mutating func clear() {
    reads.removeAll(keepingCapacity: true)
    oldest = 0
  }

  mutating func read(after cursor: Int, from log: any ChannelLog) -> LogRead {
    for read in reads where read.cursor == cursor {
      return .frame(read.frame, upTo: read.upTo)
    }
    let answer = log.read(after: cursor)
    if case .frame(let frame, let upTo) = answer {
      if reads.count < Self.limit {
        reads.append((cursor, frame, upTo))
      } else {
        reads[oldest] = (cursor, frame, upTo)
        oldest = (oldest + 1) % Self.limit
      }
    }
    return answer
  }
}
