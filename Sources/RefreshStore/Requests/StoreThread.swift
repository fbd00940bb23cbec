import Glibc

/// A thread of its own for work that blocks.
final class StoreThread: @unchecked Sendable {
  private let thread: pthread_t

  /// Starts a thread that runs `body` and ends with it; no signal is handled there.
  init(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(body))
    // The new thread inherits the mask: signals are for the thread that waits for them.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let code = pthread_create(&thread, nil, storeThreadMain, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(code == 0, "could not start a thread: \(String(cString: strerror(code)))")
    self.thread = thread
  }

  /// Waits for the thread's end; to be called once, unless the thread is let go.
  func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread go: what it has taken is given back when it ends.
  func detach() {
    pthread_detach(thread)
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func storeThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().run()
  return nil
}
