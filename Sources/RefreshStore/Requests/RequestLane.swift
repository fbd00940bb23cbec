/// Requests in the order in which they were asked.
struct RequestLane {
  /// Taken ones are `nil`, so that nothing of them is kept.
  private var requests: [Request?] = []
  private var start = 0

  var count: Int { requests.count - start }

  var first: Request? { count == 0 ? nil : requests[start] }

  mutating func append(_ request: Request) {
    requests.append(request)
  }

  mutating func takeFirst() -> Request? {
    guard let first else { return nil }
    requests[start] = nil
    start += 1
    // Moving what is left only when that is the smaller part keeps each taking cheap.
    if start * 2 >= requests.count {
      requests.removeFirst(start)
      start = 0
    }
    return first
  }

  mutating func take(upTo limit: Int) -> [Request] {
    var taken: [Request] = []
    taken.reserveCapacity(min(limit, count))
    while taken.count < limit, let request = takeFirst() { taken.append(request) }
    return taken
  }
}
