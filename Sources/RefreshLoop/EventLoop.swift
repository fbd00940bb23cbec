import CLibUV
import Glibc
import Synchronization

/// One thread's event loop: it owns every socket, timer, child process and object of that thread.
///
/// All methods but ``post(_:)`` and ``stop()`` belong to the loop's thread: the one that made the loop, and
/// from ``run()`` on the one that runs it. That is checked, at the cost of about 2 ns.
public final class EventLoop: @unchecked Sendable {
  /// libuv's loop, for C libraries that live on it.
  public let raw: UnsafeMutablePointer<uv_loop_t>
  /// Written by any thread, emptied by the loop's.
  private let inbox = Mutex<[@Sendable () -> Void]>([])
  private let wakeUp: UnsafeMutablePointer<uv_async_t>
  private let turnEnd: UnsafeMutablePointer<uv_prepare_t>
  /// Confined to the loop's thread, like everything below.
  private var owner: pthread_t
  private var deferred: [() -> Void] = []
  /// Jobs of ``afterTurns(_:_:)`` that have not run yet.
  private var promised = 0
  /// Who gives something up when the loop closes, and how.
  private var closers: [ObjectIdentifier: () -> Void] = [:]
  /// The child processes whose end has not been told yet, by process id.
  var children: [Int32: ChildProcess] = [:]
  /// The work beside the loop whose end has not been told yet.
  var works: [ObjectIdentifier: LoopWork] = [:]
  /// Whether a thread beside the loop is at work.
  public var isWorking: Bool { !works.isEmpty }
  /// Kills the child processes if this process is killed; there from the first one on.
  private(set) lazy var watch = ChildWatch()

  /// Makes a loop that does nothing until it runs.
  /// - Throws: ``LoopError`` if the system has no descriptor or memory for it.
  public init() throws(LoopError) {
    raw = .allocate(capacity: 1)
    wakeUp = .allocate(capacity: 1)
    turnEnd = .allocate(capacity: 1)
    owner = pthread_self()
    try LoopError.check(uv_loop_init(raw), "make an event loop")
    try LoopError.check(uv_async_init(raw, wakeUp, inboxFilled), "make an event loop's wake-up")
    try LoopError.check(uv_prepare_init(raw, turnEnd), "make an event loop's turn end")
    let me = Unmanaged.passUnretained(self).toOpaque()
    wakeUp.pointee.data = me
    turnEnd.pointee.data = me
    uv_prepare_start(turnEnd, turnEnded)
    uv_unref(UnsafeMutableRawPointer(turnEnd).assumingMemoryBound(to: uv_handle_t.self))
  }

  /// Milliseconds of the monotonic clock, read anew at each call.
  public var now: Int { Int(uv_hrtime() / 1_000_000) }

  /// Runs the loop on the calling thread until ``stop()``.
  public func run() {
    owner = pthread_self()
    uv_run(raw, UV_RUN_DEFAULT)
  }

  /// Ends ``run()`` after the turn under way; from any thread.
  public func stop() {
    post { uv_stop(self.raw) }
  }

  /// Runs a job on the loop's thread, in the order posted; from any thread.
  ///
  /// Jobs posted while the loop is busy share one wake-up.
  public func post(_ job: @escaping @Sendable () -> Void) {
    let first = inbox.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if first { uv_async_send(wakeUp) }
  }

  /// Runs a job once, when everything that this turn has brought has been handled.
  public func atTurnEnd(_ job: @escaping () -> Void) {
    preconditionInLoop()
    deferred.append(job)
  }

  /// Runs a job when the loop has made some more turns; ``close()`` makes them if ``run()`` has ended.
  ///
  /// For a C library that takes a few turns to let go of what it has on the loop.
  public func afterTurns(_ turns: Int, _ job: @escaping @Sendable () -> Void) {
    preconditionInLoop()
    promised += 1
    countDown(turns, job)
  }

  private func countDown(_ turns: Int, _ job: @escaping @Sendable () -> Void) {
    if turns > 0 { return post { self.countDown(turns - 1, job) } }
    job()
    promised -= 1
  }

  /// Stops the process if another thread than the loop's calls.
  @inline(__always)
  public func preconditionInLoop() {
    precondition(pthread_equal(owner, pthread_self()) != 0, "called from outside the event loop's thread")
  }

  /// Kills every child process that is left, with its group, and reaps it; their ends are told to nobody.
  ///
  /// For a process that ends without closing its loop: a command must not outlive its server.
  public func endChildren() {
    for child in Array(children.values) { child.abandon() }
  }

  /// Has somebody give up what it holds if the loop closes before it is forgotten.
  public func whenClosing(_ who: AnyObject, _ giveUp: @escaping () -> Void) {
    preconditionInLoop()
    closers[ObjectIdentifier(who)] = giveUp
  }

  /// Nothing is left to be given up.
  public func forget(_ who: AnyObject) {
    closers[ObjectIdentifier(who)] = nil
  }

  /// Closes what is left on the loop and gives its memory back; the loop must not be running.
  ///
  /// Before that it makes the turns that ``afterTurns(_:_:)`` was promised. Child processes are killed and reaped; work
  /// beside the loop is stopped and waited for. Their ends are told to nobody.
  public func close() {
    owner = pthread_self()
    for work in Array(works.values) { work.abandon() }
    while promised > 0 { uv_run(raw, UV_RUN_ONCE) }
    endChildren()
    watch = nil
    for giveUp in closers.values { giveUp() }
    closers = [:]
    uv_walk(raw, closeHandle, nil)
    uv_run(raw, UV_RUN_DEFAULT)
    // What was put off to a turn that will not come may hold the loop itself.
    deferred = []
    inbox.withLock { $0 = [] }
    uv_loop_close(raw)
    wakeUp.deallocate()
    turnEnd.deallocate()
    raw.deallocate()
  }

  fileprivate func runInbox() {
    let jobs = inbox.withLock { jobs in
      let taken = jobs
      jobs = []
      return taken
    }
    for job in jobs { job() }
  }

  fileprivate func runDeferred() {
    while !deferred.isEmpty {
      let jobs = deferred
      deferred = []
      for job in jobs { job() }
    }
  }
}

private func inboxFilled(_ handle: UnsafeMutablePointer<uv_async_t>?) {
  Unmanaged<EventLoop>.fromOpaque(handle!.pointee.data).takeUnretainedValue().runInbox()
}

private func turnEnded(_ handle: UnsafeMutablePointer<uv_prepare_t>?) {
  Unmanaged<EventLoop>.fromOpaque(handle!.pointee.data).takeUnretainedValue().runDeferred()
}

private func closeHandle(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ argument: UnsafeMutableRawPointer?) {
  if uv_is_closing(handle) == 0 { uv_close(handle, nil) }
}
