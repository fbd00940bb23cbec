import CLibUV
import Synchronization

/// A job that would hold the loop up, such as reading files, done on a thread beside it.
///
/// The threads are libuv's, four of them unless the program asks for more: what waits for something that may never come must ask ``isStopped`` again and
/// again. The loop keeps the work until its end: nobody else needs to hold it.
public final class LoopWork: Sendable {
  private let stopped = Atomic<Bool>(false)
  /// Touched by the loop's thread, but while the job runs by the job's.
  private nonisolated(unsafe) var job: (() -> Void)?
  private nonisolated(unsafe) var done: (() -> Void)?
  /// Confined to the loop's thread.
  private nonisolated(unsafe) weak var loop: EventLoop?
  private nonisolated(unsafe) let request: UnsafeMutablePointer<uv_work_t>

  /// Begins the work, as soon as a thread is free.
  ///
  /// - Parameters:
  ///   - job: runs on another thread, and touches nothing of the loop's; it is handed the work, to ask whether to end.
  ///   - done: called once, on the loop and never before this method has returned, with what the job has returned. After
  ///     a stop before it began, the job has not run, and it is called with `nil`.
  @discardableResult
  public static func start<Result: Sendable>(
    on loop: EventLoop, _ job: @escaping @Sendable (LoopWork) -> Result, done: @escaping (Result?) -> Void
  ) -> LoopWork {
    loop.preconditionInLoop()
    let work = LoopWork(loop)
    nonisolated(unsafe) var result: Result?
    work.job = { [unowned work] in result = job(work) }
    work.done = { done(result) }
    loop.works[ObjectIdentifier(work)] = work
    let code = uv_queue_work(loop.raw, work.request, workBegan, workEnded)
    precondition(code == 0, "libuv takes any work that has a job")
    return work
  }

  private init(_ loop: EventLoop) {
    self.loop = loop
    request = .allocate(capacity: 1)
    request.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { request.deallocate() }

  /// Whether the job should end now; for any thread.
  public var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Asks the job to end, or not to begin; `done` follows once that has happened. On the loop's thread; again, or after
  /// the end, it does nothing.
  public func stop() {
    guard let loop else { return }
    loop.preconditionInLoop()
    stopped.store(true, ordering: .relaxed)
    guard loop.works[ObjectIdentifier(self)] != nil else { return }
    request.withMemoryRebound(to: uv_req_t.self, capacity: 1) { _ = uv_cancel($0) }
  }

  /// Stops it, and tells nobody of its end.
  func abandon() {
    done = nil
    stop()
  }

  fileprivate func run() {
    if !isStopped { job?() }
  }

  fileprivate func end() {
    let done = self.done
    self.done = nil
    job = nil
    loop?.works[ObjectIdentifier(self)] = nil
    done?()
  }
}

private func workBegan(_ request: UnsafeMutablePointer<uv_work_t>?) {
  Unmanaged<LoopWork>.fromOpaque(request!.pointee.data).takeUnretainedValue().run()
}

private func workEnded(_ request: UnsafeMutablePointer<uv_work_t>?, _ status: Int32) {
  Unmanaged<LoopWork>.fromOpaque(request!.pointee.data).takeUnretainedValue().end()
}
