/// What a connection says.
extension HTTPConnection {
  func answer(status: Int, headers: [HTTPHeader], body: [UInt8]) {
    guard case .answering(let exchange, let keepsAlive, let isHead, _) = state else { return }
    count(status)
    let goesOn = keepsAlive && !inputEnded && !server.door.isCrowded
    let head = HTTPAnswer.head(status, headers, length: body.count, keepsAlive: goesOn)
    let bytes = isHead || HTTPAnswer.hasNoBody(status) ? head : head + body
    if goesOn {
      awaitRequest()
      output.append(bytes)
      flush()
    } else {
      finish(bytes)
    }
    exchange.over()
    if !isClosed { readRequests() }
  }

  func begin(status: Int, headers: [HTTPHeader]) {
    guard case .answering(let exchange, let keepsAlive, let isHead, let isHTTP11) = state else { return }
    count(status)
    // Without chunks the end of the connection is the end of the answer.
    let goesOn = keepsAlive && isHTTP11 && !inputEnded
    state = .streaming(exchange, keepsAlive: goesOn, chunked: isHTTP11, silent: isHead)
    output.append(HTTPAnswer.head(status, headers, length: nil, keepsAlive: goesOn, chunked: isHTTP11))
    flush()
    if isHead { endStream() }
  }

  func write(_ part: [UInt8]) {
    guard case .streaming(_, _, let chunked, let silent) = state, !part.isEmpty, !silent else { return }
    write(framed: chunked ? Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [0x0d, 0x0a] : part)
  }

  func write(framed bytes: [UInt8]) {
    guard case .streaming(_, _, _, silent: false) = state else { return }
    output.append(bytes)
    flush()
    if output.count > server.settings.maxBacklog { close() }
  }

  var isStreaming: Bool {
    if case .streaming = state { true } else { false }
  }

  var isChunked: Bool {
    if case .streaming(_, _, let chunked, _) = state { chunked } else { false }
  }

  /// A stream may have nothing to say for long. That the other end has vanished shows then in what it does not
  /// acknowledge, and the system is told how long to wait for that.
  func watchTaking() {
    giveUpUnacknowledged(descriptor, after: server.settings)
  }

  func endStream() {
    guard case .streaming(let exchange, let keepsAlive, let chunked, let silent) = state else { return }
    if chunked, !silent { output.append(Array("0\r\n\r\n".utf8)) }
    if keepsAlive {
      awaitRequest()
      flush()
    } else {
      finish([])
    }
    exchange.over()
    if !isClosed { readRequests() }
  }

  /// Says the last thing on this connection.
  func finish(_ bytes: [UInt8]) {
    let exchange = currentExchange
    state = .lingering
    body = nil
    heldBody = 0
    deadline = server.time + server.settings.stall
    output.append(bytes)
    flush()
    exchange?.over()
  }
}
