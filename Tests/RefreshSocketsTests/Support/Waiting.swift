import Glibc
import Testing

/// Values from one thread for another that waits for them.
final class Mailbox<Value>: @unchecked Sendable {
  private var values: [Value] = []
  private var mutex = pthread_mutex_t()
  private var filled = pthread_cond_t()

  init() {
    pthread_mutex_init(&mutex, nil)
    pthread_cond_init(&filled, nil)
  }

  func put(_ value: Value) {
    pthread_mutex_lock(&mutex)
    values.append(value)
    pthread_cond_signal(&filled)
    pthread_mutex_unlock(&mutex)
  }

  /// The next value; `nil` if none comes in time.
  func take(within seconds: Int = 10) -> Value? {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += seconds
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    while values.isEmpty {
      if pthread_cond_timedwait(&filled, &mutex, &deadline) != 0 { break }
    }
    return values.isEmpty ? nil : values.removeFirst()
  }

  /// Takes values until one fits.
  func take(within seconds: Int = 10, where fits: (Value) -> Bool) -> Value? {
    while let value = take(within: seconds) {
      if fits(value) { return value }
    }
    return nil
  }

  var count: Int {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    return values.count
  }
}

/// Waits for what a server tells nobody of.
func eventually(_ condition: () -> Bool) throws {
  let limit = ContinuousClock.now + .seconds(10)
  while !condition() {
    try #require(ContinuousClock.now < limit)
    usleep(5_000)
  }
}
