import CLibUV

/// Runs a job after a while, on the loop's thread; started anew, the earlier start counts no more.
public final class LoopTimer {
  private let loop: EventLoop
  private let handle: UnsafeMutablePointer<uv_timer_t>
  /// What it runs; may be set later by an owner that must be whole first.
  public var job: () -> Void

  /// A timer that is not running yet.
  public init(on loop: EventLoop, _ job: @escaping () -> Void = {}) {
    loop.preconditionInLoop()
    self.loop = loop
    self.job = job
    handle = .allocate(capacity: 1)
    uv_timer_init(loop.raw, handle)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    let handle = UnsafeMutableRawPointer(self.handle).assumingMemoryBound(to: uv_handle_t.self)
    // Closed already if the loop was closed before.
    if uv_is_closing(handle) == 0 { uv_close(handle, timerClosed) } else { handle.deallocate() }
  }

  /// Runs the job after `delay` milliseconds, 1 at least, and then every `period` if that is not 0.
  public func start(after delay: Int, every period: Int = 0) {
    loop.preconditionInLoop()
    // libuv counts from the time its turn began; a long turn must not shorten the wait.
    uv_update_time(loop.raw)
    // libuv before 1.45 would run a timer that starts itself without a delay again and again, and nothing else.
    uv_timer_start(handle, timerFired, UInt64(max(1, delay)), UInt64(max(0, period)))
  }

  /// The job does not run until the next start.
  public func stop() {
    loop.preconditionInLoop()
    uv_timer_stop(handle)
  }

  fileprivate func fire() { job() }
}

private func timerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
  Unmanaged<LoopTimer>.fromOpaque(handle!.pointee.data).takeUnretainedValue().fire()
}

private func timerClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle!.deallocate()
}
