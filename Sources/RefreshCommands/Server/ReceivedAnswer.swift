import CCurl

/// An answer of a server, as it comes.
final class ReceivedAnswer {
  /// The longest body.
  static let limit = 67_108_864
  /// How long nothing may come or go: a little more than a connection may take, which has words of its own.
  static let silence = Duration.milliseconds(10_500)

  fileprivate(set) var bytes: [UInt8] = []
  fileprivate(set) var isTooLong = false
  fileprivate(set) var isSilent = false
  fileprivate(set) var isRepeat = false
  fileprivate var moved: curl_off_t = 0
  fileprivate var lines = 0
  fileprivate var movedAt = ContinuousClock.now
}

/// Takes a piece of the body.
func takeData(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let data, let context else { return 0 }
  let received = Unmanaged<ReceivedAnswer>.fromOpaque(context).takeUnretainedValue()
  guard received.bytes.count + count <= ReceivedAnswer.limit else {
    received.isTooLong = true
    return 0
  }
  received.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
  return count
}

/// Takes a line of the head.
func takeHeader(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let data, let context else { return 0 }
  let received = Unmanaged<ReceivedAnswer>.fromOpaque(context).takeUnretainedValue()
  received.lines += 1
  let line = String(decoding: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self)
  if line.lowercased().hasPrefix("idempotent-replayed: true") { received.isRepeat = true }
  return count
}

/// Is called about once a second, and ends what stands still.
func takeTime(
  _ context: UnsafeMutableRawPointer?, _ toCome: curl_off_t, _ came: curl_off_t, _ toGo: curl_off_t,
  _ gone: curl_off_t
) -> Int32 {
  guard let context else { return 1 }
  let received = Unmanaged<ReceivedAnswer>.fromOpaque(context).takeUnretainedValue()
  let moved = came + gone + curl_off_t(received.lines)
  if moved != received.moved {
    received.moved = moved
    received.movedAt = .now
  }
  received.isSilent = received.movedAt.duration(to: .now) > ReceivedAnswer.silence
  return received.isSilent ? 1 : 0
}
