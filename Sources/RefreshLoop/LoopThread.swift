import Glibc

/// A thread of its own for a loop or a blocking library.
public final class LoopThread: @unchecked Sendable {
  private let thread: pthread_t

  /// Starts a thread that runs `body` and ends with it.
  public init(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(run: body))
    let code = pthread_create(&thread, nil, threadMain, box.toOpaque())
    precondition(code == 0, "could not start a thread: \(String(cString: strerror(code)))")
    self.thread = thread
  }

  /// Waits for the thread's end; to be called once, unless the thread is let go.
  public func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread go: what it has taken is given back when it ends.
  public func detach() {
    pthread_detach(thread)
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().run()
  return nil
}
