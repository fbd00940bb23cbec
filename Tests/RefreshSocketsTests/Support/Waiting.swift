import Glibc
import Testing

/// Values from one thread for another that waits for them.
final class Mailbox<Value>: @unchecked Sendable {
  private var values: [Value] = []
  private var mutex = pthread_mutex_t()
  private var filled = pthread_cond_t()

  init() {
    pthread_mutex_init(&mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(&filled, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  func put(_ value: Value) {
    pthread_mutex_lock(&mutex)
    values.append(value)
    pthread_cond_signal(&filled)
    pthread_mutex_unlock(&mutex)
  }

  /// The next value; `nil` if none comes in time, which only keeps a test from hanging: no machine is that slow.
  func take(within seconds: Int = 60) -> Value? {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += seconds
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    while values.isEmpty {
      if pthread_cond_timedwait(&filled, &mutex, &deadline) != 0 { break }
    }
    return values.isEmpty ? nil : values.removeFirst()
  }

  /// Takes values until one fits.
  func take(within seconds: Int = 60, where fits: (Value) -> Bool) -> Value? {
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
  let limit = ContinuousClock.now + .seconds(60)
  while !condition() {
    try #require(ContinuousClock.now < limit)
    usleep(5_000)
  }
}
