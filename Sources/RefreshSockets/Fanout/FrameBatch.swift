import Glibc

/// Frames that go out in one system call, in their order. One serves all peers of a server, so that nothing is
/// allocated for a peer.
final class FrameBatch {
  private static let capacity = 16
  @exclusivity(unchecked) private var frames: [Frame] = []
  private let vectors = UnsafeMutablePointer<iovec>.allocate(capacity: FrameBatch.capacity)
  /// The size of all, headers included.
  private(set) var bytes = 0

  init() { frames.reserveCapacity(Self.capacity) }
  deinit { vectors.deallocate() }

  var isFull: Bool { frames.count == Self.capacity }

  func append(_ frame: Frame) {
    vectors[frames.count] = iovec(
      iov_base: UnsafeMutableRawPointer(mutating: frame.bytes.baseAddress), iov_len: frame.bytes.count)
    frames.append(frame)
    bytes += frame.bytes.count
  }

  /// - Returns: how many bytes the socket took, or -1 with `errno` set.
  func send(to descriptor: Int32, flags: Int32) -> Int {
    if frames.count == 1 { return Glibc.send(descriptor, vectors[0].iov_base, bytes, flags) }
    var message = msghdr()
    message.msg_iov = vectors
    message.msg_iovlen = frames.count
    return sendmsg(descriptor, &message, flags)
  }

  /// What comes after the first bytes, copied.
  func rest(after sent: Int) -> [UInt8] {
    var all: [UInt8] = []
    for frame in frames { all += frame.bytes }
    all.removeFirst(sent)
    return all
  }

  func clear() {
    frames.removeAll(keepingCapacity: true)
    bytes = 0
  }
}
