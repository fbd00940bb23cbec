import CLibWebSockets

/// When a peer is read from: not while an earlier message of it is being worked on, nor while too much waits for it.
extension Peer {
  /// What libwebsockets may still hand over of bytes that it had read before it was told to stop.
  private static let maxHeld = 262_144

  /// Begins work on a message whose answer comes later, such as a look-up in a database.
  ///
  /// From inside ``SocketServerDelegate/received(_:from:)``, call this before the work is begun, and ``endWork()`` once
  /// when it is done, whether at once or in a later turn. In between no further message of the peer is handed over,
  /// and nothing is read from its socket: messages are worked on one after the other, in order, and the owner needs no
  /// queue of its own. Messages that had been read already are handed over after the work, from the loop and never from
  /// inside ``endWork()``.
  public func beginWork() {
    server.loop.preconditionInLoop()
    work += 1
    adjustReading()
  }

  /// Ends work that ``beginWork()`` began; also to be called for a peer that has gone meanwhile.
  public func endWork() {
    server.loop.preconditionInLoop()
    precondition(work > 0, "endWork() without beginWork()")
    work -= 1
    readOnSoon()
  }

  /// The ordered queue has become longer.
  func queueGrew() {
    guard !isFull, queue.bytes > server.settings.pauseReading else { return }
    isFull = true
    adjustReading()
  }

  /// The ordered queue has become shorter.
  func queueShrank() {
    guard isFull, queue.bytes < server.settings.pauseReading / 2 else { return }
    isFull = false
    readOnSoon()
  }

  /// A whole message has come; `nil` for a binary one.
  func take(_ text: UnsafeRawBufferPointer?) {
    if !isHeld, held.isEmpty { return handOver(text) }
    held.append(text.map { Array($0) })
    if held.bytes > Self.maxHeld {
      close(code: 4100, reason: "too many messages at once: wait for the answers to the first ones")
    }
  }

  /// Hands over what was held back, one message after the other, as long as none of them is worked on.
  func readOn() {
    guard isPaused, !isHeld else { return }
    while isOpen, !isHeld, !held.isEmpty {
      if let text = held.removeFirst() {
        text.withUnsafeBytes { handOver($0) }
      } else {
        handOver(nil)
      }
    }
    adjustReading()
  }

  /// Pauses or resumes the reading, whichever it is time for.
  func adjustReading() {
    // What is decided inside of a call of the owner may be decided anew before it ends.
    guard let wsi, !isHandingOver else { return }
    let pauses = isOpen && (isHeld || !held.isEmpty)
    guard pauses != isPaused else { return }
    isPaused = pauses
    lws_rx_flow_control(wsi, pauses ? 0 : 1)
    if !pauses {
      noteLife()
      server.context.wake()
    }
  }

  private var isHeld: Bool { work > 0 || isFull }

  private func readOnSoon() {
    guard wsi != nil, isPaused, !isHeld, !isDirty else { return }
    isDirty = true
    server.lookAtTurnEnd(self)
  }

  private func handOver(_ text: UnsafeRawBufferPointer?) {
    isHandingOver = true
    if let text {
      server.delegate?.received(text, from: self)
    } else {
      server.delegate?.receivedBinary(from: self)
    }
    isHandingOver = false
    adjustReading()
  }
}
