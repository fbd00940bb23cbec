import Glibc

/// The requests that wait for the store's thread, in order; any thread adds, that one takes.
final class RequestQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Guarded by `mutex`, like `isClosed`.
  private var waiting: [Request] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(filled, nil)
  }

  deinit {
    pthread_cond_destroy(filled)
    pthread_mutex_destroy(mutex)
    filled.deallocate()
    mutex.deallocate()
  }

  /// Adds a request; false if the queue is closed.
  func add(_ request: Request) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if isClosed { return false }
    waiting.append(request)
    // The thread looks again before it sleeps, so only the first one must wake it.
    if waiting.count == 1 { pthread_cond_signal(filled) }
    return true
  }

  /// Lets no more in; what waits is still taken. False if it was closed before.
  func close() -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if isClosed { return false }
    isClosed = true
    pthread_cond_signal(filled)
    return true
  }

  /// Waits for requests and takes up to `limit` of them; `nil` once it is closed and empty.
  func take(_ limit: Int) -> [Request]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.isEmpty {
      if isClosed { return nil }
      pthread_cond_wait(filled, mutex)
    }
    if waiting.count <= limit {
      let taken = waiting
      waiting = []
      return taken
    }
    let taken = Array(waiting[..<limit])
    waiting.removeFirst(limit)
    return taken
  }
}
