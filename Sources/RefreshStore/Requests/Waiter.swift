import Glibc

/// Lets one thread stand still until another brings a result.
final class Waiter<Answer: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let came = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Guarded by `mutex`.
  private var result: Result<Answer, StoreError>?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(came, nil)
  }

  deinit {
    pthread_cond_destroy(came)
    pthread_mutex_destroy(mutex)
    came.deallocate()
    mutex.deallocate()
  }

  /// Brings the result; to be called once.
  @Sendable func come(_ result: Result<Answer, StoreError>) {
    pthread_mutex_lock(mutex)
    self.result = result
    pthread_cond_signal(came)
    pthread_mutex_unlock(mutex)
  }

  /// Stands still until the result is there.
  func wait() -> Result<Answer, StoreError> {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result { return result }
      pthread_cond_wait(came, mutex)
    }
  }
}
