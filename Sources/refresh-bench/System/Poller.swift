import CLibUV
import Glibc

/// A level-triggered epoll set whose entries are numbers of the caller's.
final class Poller {
  private let descriptor: Int32
  private let events: UnsafeMutablePointer<epoll_event>
  private static let capacity = 512

  init() throws(Failure) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .system("epoll_create1") }
    events = .allocate(capacity: Self.capacity)
    events.initialize(repeating: epoll_event(), count: Self.capacity)
  }

  deinit {
    close(descriptor)
    events.deallocate()
  }

  /// Watches a socket: for input, and with `writing` for room to write too.
  func watch(_ socket: Int32, _ number: Int, writing: Bool = false, again: Bool = false) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
    event.data.u64 = UInt64(number)
    epoll_ctl(descriptor, again ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event)
  }

  /// Waits at most so many milliseconds and hands over the numbers that are ready.
  /// - Returns: how many were.
  @discardableResult
  func wait(_ milliseconds: Int32, _ ready: (Int) -> Void) -> Int {
    let count = epoll_wait(descriptor, events, Int32(Self.capacity), milliseconds)
    guard count > 0 else { return 0 }
    for index in 0..<Int(count) { ready(Int(events[index].data.u64)) }
    return Int(count)
  }
}
