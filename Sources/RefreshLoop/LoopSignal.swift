import CLibUV

/// Runs a job on the loop's thread each time the process gets a signal.
public final class LoopSignal {
  private let handle: UnsafeMutablePointer<uv_signal_t>
  private let job: () -> Void

  /// Watches for a signal from now on.
  /// - Throws: ``LoopError`` if the signal cannot be watched.
  public init(_ number: Int32, on loop: EventLoop, _ job: @escaping () -> Void) throws(LoopError) {
    loop.preconditionInLoop()
    self.job = job
    handle = .allocate(capacity: 1)
    uv_signal_init(loop.raw, handle)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_unref(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self))
    try LoopError.check(uv_signal_start(handle, signalCame, number), "watch signal \(number)")
  }

  deinit {
    let handle = UnsafeMutableRawPointer(self.handle).assumingMemoryBound(to: uv_handle_t.self)
    // Closed already if the loop was closed before.
    if uv_is_closing(handle) == 0 { uv_close(handle, signalClosed) } else { handle.deallocate() }
  }

  fileprivate func fire() { job() }
}

private func signalCame(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ number: Int32) {
  Unmanaged<LoopSignal>.fromOpaque(handle!.pointee.data).takeUnretainedValue().fire()
}

private func signalClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle!.deallocate()
}
