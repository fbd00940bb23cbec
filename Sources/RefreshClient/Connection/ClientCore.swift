import RefreshWire
import Synchronization

/// The running part of a client: one task that connects, reads and waits; a lock that keeps what is sent in order.
final class ClientCore: Sendable {
  /// The subprotocol that is spoken.
  private static let subprotocol = "refresh.v1"

  private struct Guarded {
    var machine: ClientMachine
    var connection: (any TransportConnection)?
    var task: Task<Void, Never>?
    var isStopped = false
    /// The reader of the events is behind, so the connection is not read.
    var isPaused = false
    /// Why the connection was dropped, if it was.
    var dropped = ""
  }

  /// What happens.
  let events: EventBuffer
  private let url: String
  private let transport: any Transport
  private let settings: ClientSettings
  private let time: ClientTime
  private let guarded: Mutex<Guarded>

  /// A client that is not running.
  init(url: String, transport: any Transport, settings: ClientSettings, time: ClientTime) {
    self.url = url
    self.transport = transport
    self.settings = settings
    self.time = time
    events = EventBuffer(capacity: settings.eventBuffer)
    guarded = Mutex(Guarded(machine: ClientMachine(settings)))
  }

  // MARK: from anywhere

  /// Starts the task, once.
  func start() {
    guarded.withLock { guarded in
      guard guarded.task == nil, !guarded.isStopped else { return }
      guarded.task = Task { await self.run() }
    }
  }

  /// Closes and waits for the end.
  func stop() async {
    let (task, connection) = halt(code: .normal)
    guard let task else { return events.finish() }
    await withTaskGroup { group in
      group.addTask {
        try? await self.time.sleep(self.settings.closeTimeout)
        connection?.drop()
      }
      await task.value
      group.cancelAll()
    }
  }

  /// Nobody holds the client any more: ends without waiting.
  func abandon() {
    let (task, connection) = halt(code: .goingAway)
    connection?.drop()
    if task == nil { events.finish() }
  }

  /// Changes the machine and does what it asks for; its events go to the reader.
  func perform(_ change: (inout ClientMachine) -> [ClientMachine.Effect]) {
    guarded.withLock { guarded in
      for effect in change(&guarded.machine) { carryOut(effect, guarded.connection) }
    }
  }

  /// The time now, as the machine goes by it.
  var now: Duration { time.now() }

  /// Looks at the machine.
  func read<Value: Sendable>(_ look: (borrowing ClientMachine) -> Value) -> Value {
    guarded.withLock { look($0.machine) }
  }

  /// Sends a message; false without a connection.
  func send(_ message: ClientMessage) -> Bool {
    guarded.withLock { guarded in
      guard guarded.machine.isOpen else { return false }
      guarded.connection?.send(message.encoded())
      return true
    }
  }

  private func halt(code: CloseCode) -> (Task<Void, Never>?, (any TransportConnection)?) {
    events.release()
    return guarded.withLock { guarded in
      guarded.isStopped = true
      if let connection = guarded.connection {
        connection.close(code: code.rawValue, reason: "")
      } else {
        guarded.task?.cancel()
      }
      return (guarded.task, guarded.connection)
    }
  }

  private func carryOut(_ effect: ClientMachine.Effect, _ connection: (any TransportConnection)?) {
    switch effect {
    case .send(let message): connection?.send(message.encoded())
    case .event(let event): events.append([event])
    case .close(let code, let reason): connection?.close(code: code.rawValue, reason: reason)
    }
  }

  // MARK: the task

  private func run() async {
    while true {
      var end: (code: UInt16, reason: String)
      do {
        end = await converse(try await connect())
      } catch {
        end = (CloseCode.abnormal.rawValue, "\(error)")
      }
      let wait = guarded.withLock { guarded in
        guarded.connection = nil
        if !guarded.dropped.isEmpty { end.reason = guarded.dropped }
        guarded.dropped = ""
        var disconnection = guarded.machine.closed(
          code: end.code, reason: end.reason, at: time.now(), chance: time.random())
        if guarded.isStopped { disconnection.comesBackAfter = nil }
        events.append([.disconnected(disconnection)])
        return disconnection.comesBackAfter
      }
      guard let wait, (try? await time.sleep(wait)) != nil else { break }
      await events.room()
    }
    events.finish()
  }

  private var subprotocols: [String] {
    [Self.subprotocol] + (settings.token.map { ["token." + Base64URL.encode(Array($0.utf8))] } ?? [])
  }

  private func connect() async throws -> any TransportConnection {
    try await withThrowingTaskGroup(of: (any TransportConnection)?.self) { group in
      group.addTask { try await self.transport.connect(to: self.url, subprotocols: self.subprotocols) }
      group.addTask {
        try await self.time.sleep(self.settings.connectTimeout)
        return nil
      }
      let first = try await group.next()
      group.cancelAll()
      if let connection = first ?? nil { return connection }
      // The timeout was first; a connection that opens all the same is not wanted any more.
      var isReached = false
      while let late = await group.nextResult() {
        switch late {
        case .success(let connection):
          connection?.drop()
          isReached = true
        case .failure(let error): isReached = (error as? ConnectGivenUp)?.wasReached ?? false
        }
      }
      throw ConnectTimeout(isReached ? .greeting : .connection, after: settings.connectTimeout)
    }
  }

  private func converse(_ connection: any TransportConnection) async -> (code: UInt16, reason: String) {
    let isWanted = guarded.withLock { guarded in
      guard !guarded.isStopped else { return false }
      guarded.connection = connection
      for effect in guarded.machine.opened(at: time.now()) { carryOut(effect, connection) }
      return true
    }
    guard isWanted else {
      connection.drop()
      return (CloseCode.abnormal.rawValue, "stopped")
    }
    return await withTaskGroup { group in
      group.addTask { await self.watch(connection) }
      let end = await readAll(connection)
      group.cancelAll()
      return end
    }
  }

  private func readAll(_ connection: any TransportConnection) async -> (code: UInt16, reason: String) {
    while true {
      switch await connection.receive() {
      case .text(let text): perform { $0.received(text, at: time.now()) }
      case .closed(let code, let reason): return (code, reason)
      }
      guard events.isFull else { continue }
      guarded.withLock { $0.isPaused = true }
      await events.room()
      guarded.withLock { guarded in
        guarded.isPaused = false
        guarded.machine.paused(until: time.now())
      }
    }
  }

  /// Drops a connection that has been silent for too long.
  private func watch(_ connection: any TransportConnection) async {
    while !Task.isCancelled {
      // What is due, and why, is read at once: a message may come at any time.
      let (left, isDue) = guarded.withLock { guarded in
        let left = guarded.machine.lostAt - time.now()
        let isDue = left <= .zero && !guarded.isPaused
        if isDue, let owed = guarded.machine.owed {
          guarded.dropped = "\(ConnectTimeout(owed, after: settings.connectTimeout))"
        }
        return (left, isDue)
      }
      if isDue { return connection.drop() }
      // Never longer than the grace: the server's greeting may have shortened the wait meanwhile.
      try? await time.sleep(left > .zero ? min(left, settings.silenceGrace) : settings.silenceGrace)
    }
  }
}
