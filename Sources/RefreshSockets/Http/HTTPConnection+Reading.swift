import Glibc

/// How requests are taken out of what comes.
extension HTTPConnection {
  /// How much of a body does not count against the bound on all bodies together.
  private static let freeBody = 65_536

  /// The next request may come.
  func awaitRequest() {
    state = .head
    parser = HTTPHeadParser(maxHead: server.settings.maxHead)
    body = nil
    heldBody = 0
    requestHasBegun = false
    moreWaits = false
    restartDeadline()
  }

  /// Gives a connection that waits for a request, or the rest of one, its whole time: a request's time begins with its
  /// first byte, or when what was said before has gone out and reading goes on.
  func restartDeadline() {
    switch state {
    case .head, .body:
      let settings = server.settings
      let time = requestHasBegun ? settings.requestTime : settings.keepAlive
      deadline = server.time + (place.isWelcome ? time : min(time, Self.lingerTime))
    case .streaming:
      deadline = .max
    default:
      break
    }
  }

  func receive() {
    switch state {
    case .head, .body:
      guard fill() else { return }
      readRequests()
    case .lingering:
      guard fill() else { return }
      input.removeAll(keepingCapacity: true)
      if inputEnded { close() }
    case .answering:
      // The peer may have closed only its own side: the answer still goes out.
      inputEnded = true
      watch()
    case .streaming:
      close()
    case .closed:
      break
    }
  }

  /// - Returns: whether the connection is still there.
  private func fill() -> Bool {
    let before = input.count
    let got = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
      let got = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if got > 0 {
        input.append(contentsOf: buffer[..<got])
        server.tally.bytesIn &+= got
      }
      return got
    }
    if got == 0 {
      inputEnded = true
      if case .lingering = state { return true }
      close()
      return false
    }
    if got < 0 {
      if errno == EAGAIN || errno == EINTR { return input.count > before }
      close()
      return false
    }
    return true
  }

  /// Takes as many requests out of the input as can be answered now.
  func readRequests() {
    guard !isReading else { return }
    isReading = true
    defer { isReading = false }
    do {
      while try readOne() {}
    } catch {
      refuse(error)
    }
    watch()
  }

  /// - Returns: whether there may be another one.
  private func readOne() throws(HTTPRefusal) -> Bool {
    switch state {
    case .head:
      // The next answer is not made before the one before has gone out.
      guard !input.isEmpty, output.isEmpty else { return false }
      if !requestHasBegun {
        requestHasBegun = true
        restartDeadline()
      }
      switch try parser.parse(input) {
      case .needsMore:
        return false
      case .head(let head, let count):
        input.removeFirst(count)
        identify(head)
        if UpgradeRequest.isMeant(by: head) { return try upgrade(head) }
        if let refused = server.door.request(place, at: server.loop.now) { throw refused.answer }
        let reader = try HTTPBodyReader(head, maxBody: server.settings.maxBody)
        body = reader
        state = .body(head)
        if !reader.isDone, input.isEmpty, head.lists("expect", "100-continue") {
          output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
          flush()
          if isClosed { return false }
        }
        return true
      }
    case .body(let head):
      try body!.take(from: &input)
      // What every connection may have anyway keeps small requests possible beside large ones.
      heldBody = max(0, body!.body.count - Self.freeBody)
      guard server.heldBodies <= server.settings.maxBodies else {
        throw HTTPRefusal(
          503, "busy", "too many large bodies are being sent at once; try again soon",
          headers: [HTTPHeader("Retry-After", "1")])
      }
      guard body!.isDone else { return false }
      let exchange = HTTPExchange(head: head, body: body!.body, connection: self)
      body = nil
      deadline = .max
      state = .answering(
        exchange, keepsAlive: head.keepsAlive, isHead: head.method == "HEAD", isHTTP11: head.isHTTP11)
      server.delegate?.request(exchange)
      return true
    case .answering, .streaming, .lingering, .closed:
      return false
    }
  }

  private func upgrade(_ head: HTTPRequestHead) throws(HTTPRefusal) -> Bool {
    let request: UpgradeRequest
    do {
      request = try UpgradeRequest(head, settings: server.settings, address)
    } catch {
      server.tally.refused[error.code, default: 0] += 1
      throw error
    }
    if let refused = server.door.handshake(place, at: server.loop.now) {
      server.tally.refused[refused.code, default: 0] += 1
      finish(request.farewell(code: refused.closeCode, reason: refused.message))
      return false
    }
    switch server.delegate?.upgrade(request) ?? .refuse(status: 503, body: []) {
    case .accept:
      handOver(request)
    case .acceptAs(let context):
      handOver(request, context: context)
    case .turnAway(let code, let reason):
      finish(request.farewell(code: code, reason: reason))
    case .refuse(let status, let body):
      count(status)
      finish(
        HTTPAnswer.head(
          status, [HTTPHeader("Content-Type", "application/json")], length: body.count, keepsAlive: false)
          + body)
    }
    return false
  }

  private func handOver(_ request: UpgradeRequest, context: AnyObject? = nil) {
    let early = input
    state = .closed
    poll?.close()
    server.remove(self)
    server.handOver(descriptor, request, place, early: early, context: context)
  }

  /// Finds out who asks.
  private func identify(_ head: HTTPRequestHead) {
    let proxies = server.settings.trustedProxies
    guard !proxies.isEmpty else { return }
    address = proxies.client(of: peerAddress, forwardedFor: head.value("x-forwarded-for"))
    server.door.move(place, to: address, at: server.loop.now)
  }

}

/// Throws away what has come on a socket and has not been read.
func discardInput(of descriptor: Int32) {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
    for _ in 0..<64 where recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) <= 0 {
      return
    }
  }
}
