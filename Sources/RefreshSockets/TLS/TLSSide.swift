import RefreshLoop

/// One of the two sockets of a connection, as the loop watches it.
final class TLSSide: SocketPollHandler {
  private(set) var poll: SocketPoll?
  private let whenReady: (Int32) -> Void
  private let whenBroken: () -> Void

  init(
    _ descriptor: Int32, on loop: EventLoop, _ ready: @escaping (Int32) -> Void, broke: @escaping () -> Void
  ) {
    whenReady = ready
    whenBroken = broke
    poll = SocketPoll(descriptor, on: loop, for: self)
  }

  func ready(_ events: Int32) { whenReady(events) }
  func broke() { whenBroken() }
}
