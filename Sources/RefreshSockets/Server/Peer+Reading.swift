import CLibWebSockets
import Glibc

extension Peer {
  /// What a short frame has besides its payload, so that empty ones count too.
  private static let frameHeader = 6

  /// A piece of a message, at most the receive buffer long.
  func receive(_ piece: UnsafeRawBufferPointer) {
    guard let wsi, isOpen else { return }
    let isFinal = lws_is_final_fragment(wsi) != 0
    let now = server.loop.now
    noteLife(at: server.clock.time(at: now))
    server.tally.bytesIn &+= piece.count
    guard pays(piece.count, isFinal, at: now) else { return }
    messageBytes += piece.count
    // What its frame's header announces counts at once: a message that will be too long need not be waited for.
    let announced = UInt(bitPattern: lws_remaining_packet_payload(wsi))
    if messageBytes > server.settings.maxMessage || announced > server.settings.maxMessage - messageBytes {
      return close(code: 1009, reason: "message is longer than \(server.settings.maxMessage) bytes")
    }
    if lws_frame_is_binary(wsi) != 0 {
      if isFinal {
        messageBytes = 0
        take(nil)
      }
    } else if isFinal, assembly.isEmpty {
      messageBytes = 0
      guard isValidUTF8(piece.bytes) else { return refuseText() }
      take(piece)
    } else {
      guard progress.take(piece), !isFinal || progress.isWhole else { return refuseText() }
      assembly.append(contentsOf: piece)
      if isFinal {
        messageBytes = 0
        let whole = assembly
        assembly = []
        whole.withUnsafeBytes { take($0) }
      }
    }
  }

  /// Whether the peer has sent no more than it may; else its connection ends.
  ///
  /// The clock is the real one, since time that the server has missed gave the peer more to send, not less.
  private func pays(_ bytes: Int, _ isMessage: Bool, at now: Int) -> Bool {
    let settings = server.settings
    let missed = server.clock.missed(at: now)
    guard
      settings.bytes.take(bytes + Self.frameHeader, from: &bytesPaid, at: now, spare: missed)
    else { return refuse("bytes", settings.bytes) }
    guard !isMessage || settings.messages.take(from: &messagesPaid, at: now, spare: missed) else {
      return refuse("messages", settings.messages)
    }
    return true
  }

  private func refuse(_ what: String, _ limit: RateLimit) -> Bool {
    let refused = Refused.rate(what, wait: limit.rest)
    close(code: refused.closeCode, reason: refused.message)
    return false
  }

  private func refuseText() {
    close(code: 1007, reason: "text is not UTF-8")
  }

  /// The peer has answered a ping.
  func pong() {
    if wsi != nil { noteLife() }
  }

  /// Something has come, or could not have been noticed until now.
  func noteLife() { noteLife(at: server.time) }

  private func noteLife(at time: Int) {
    lastHeard = time
    unansweredSince = nil
  }

  /// The peer has closed.
  /// - Returns: whether its close frame is answered in kind.
  func peerCloses(_ payload: UnsafeRawBufferPointer) -> Bool {
    // An answer to our own close: nothing is left to say.
    guard let wsi else { return false }
    var answers = true
    let code = payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : 1_005
    if payload.count == 1 {
      setCloseReason(wsi, code: 1002, reason: "close code cut short")
      answers = false
    } else if payload.count >= 2, !mayBeSent(closeCode: Int(code)) {
      setCloseReason(wsi, code: 1002, reason: "no such close code")
      answers = false
    } else if payload.count > 2, !isValidUTF8(payload.bytes.extracting(2...)) {
      setCloseReason(wsi, code: 1007, reason: "close reason is not UTF-8")
      answers = false
    } else {
      // What comes behind the close frame is not looked at: were it wrong, there would be no answer.
      lws_rx_flow_control(wsi, 0)
    }
    count(answers ? code : 1_002)
    end()
    return answers
  }

  /// libwebsockets ends the connection by itself, for a frame that RFC 6455 forbids or because the socket is beyond
  /// use: nothing may be written behind the close frame that it sends. Where it has set no code, it is told one.
  func libraryCloses() {
    // Behind our own close frame no other may follow, be what comes then ever so wrong.
    if wsi == nil, closing != nil { shutdown(descriptor, Int32(SHUT_WR)) }
    guard let wsi, !failed, closing == nil else { return }
    if lws_get_close_length(wsi) == 0 {
      var byte: UInt8 = 0
      errno = 0
      let got = recv(lws_get_socket_fd(wsi), &byte, 1, peekFlags)
      if got > 0 || (got < 0 && errno == EAGAIN) {
        setCloseReason(wsi, code: 1002, reason: "protocol error")
        count(1_002)
      }
    }
    end()
  }
}

/// Whether RFC 6455 and its registry let an endpoint send a code: others would come back to a client as if they were ours.
private func mayBeSent(closeCode: Int) -> Bool {
  switch closeCode {
  case 1000...1003, 1007...1014, 3000...4999: true
  default: false
  }
}
