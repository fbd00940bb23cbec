/// What a connection says.
extension HTTPConnection {
  func answer(status: Int, headers: [HTTPHeader], body: [UInt8]) {
    guard case .answering(let exchange, let keepsAlive, let isHead, _) = state else { return }
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
    // Without chunks the end of the connection is the end of the answer.
    let goesOn = keepsAlive && isHTTP11 && !inputEnded
    state = .streaming(exchange, keepsAlive: goesOn, chunked: isHTTP11, silent: isHead)
    output.append(HTTPAnswer.head(status, headers, length: nil, keepsAlive: goesOn, chunked: isHTTP11))
    flush()
    if isHead { endStream() }
  }

  func write(_ part: [UInt8]) {
    guard case .streaming(_, _, let chunked, let silent) = state, !part.isEmpty, !silent else { return }
    if chunked {
      output.append(Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [0x0d, 0x0a])
    } else {
      output.append(part)
    }
    flush()
    if output.count > server.settings.maxBacklog { close() }
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
