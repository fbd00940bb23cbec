import Glibc

/// Lets one thread pass when another says so.
final class Gate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  init() { sem_init(semaphore, 0, 0) }
  deinit { semaphore.deallocate() }
  func open() { sem_post(semaphore) }
  func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }
}
