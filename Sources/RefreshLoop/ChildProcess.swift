import CLibUV
import Glibc

/// A program that runs beside the loop, in a session and process group of its own.
///
/// Its standard input is `/dev/null`; it starts with default signal handlers and nothing blocked, and inherits
/// no descriptor but the standard three. The loop keeps it until it has ended: nobody else needs to hold it.
///
/// A signal reaches the whole group, so also what the program started. What made a session of its own
/// (`setsid`) escapes that; it can hold the pipe, but not keep the end from being told.
public final class ChildProcess {
  /// Where the child is on its way to being told as ended.
  private enum Stage {
    /// It runs.
    case running
    /// It ended by itself, but something it started still holds a pipe.
    case draining
    /// The group was asked to end.
    case terminating
    /// The group was killed.
    case killed
    /// Only the process's own end is still waited for, nothing else that holds a pipe or is in the group.
    case overdue
    /// Its end was told.
    case ended
  }

  /// The process's id, which is also the group's.
  public let pid: Int32
  private let loop: EventLoop
  private let command: ChildCommand
  private let handle: UnsafeMutablePointer<uv_process_t>
  private let pipes: [ChildPipe]
  private let group: ChildGroup
  private let ended: (ChildEnd) -> Void
  private var stage = Stage.running
  /// Set once the process has been reaped.
  private var way: ChildEnd.Way?
  private var readError: LoopError?
  /// Ends the grace or the drain.
  private var limit: LoopTimer?
  /// Looks again whether the group has ended, of which the system does not tell.
  private var look: LoopTimer?

  /// Starts a program.
  ///
  /// - Parameter received: called with each piece of output, valid during the call only.
  /// - Parameter ended: called exactly once, never from inside this initializer: when the process has been
  ///   reaped, and its pipes are at their end or ``ChildCommand/drain`` has passed. Not called if the loop is
  ///   closed before: that kills the group.
  /// - Throws: ``LoopError`` if it could not be started.
  @discardableResult
  public init(
    _ command: ChildCommand, on loop: EventLoop,
    received: @escaping (ChildStream, UnsafeRawBufferPointer) -> Void, ended: @escaping (ChildEnd) -> Void
  ) throws(LoopError) {
    loop.preconditionInLoop()
    self.loop = loop
    self.command = command
    self.ended = ended
    let output = try ChildPipe(on: loop)
    let error = try ChildPipe(on: loop)
    output.received = { received(.output, $0) }
    error.received = { received(.error, $0) }
    pipes = [output, error]
    handle = try spawnChild(command, on: loop, output: output.writeEnd, error: error.writeEnd)
    pid = handle.pointee.pid
    group = ChildGroup(leader: pid)
    for pipe in pipes { pipe.closeWriteEnd() }
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    loop.children[pid] = self
    loop.watch?.begin(pid)
    for pipe in pipes {
      pipe.ended = { [unowned self] error in
        readError = readError ?? error
        proceed()
      }
      pipe.resume()
    }
  }

  /// Asks the whole group to end (SIGTERM), and kills what is left of it after the grace.
  ///
  /// Once its end has been told this does nothing.
  public func terminate() {
    loop.preconditionInLoop()
    guard stage == .running || stage == .draining else { return }
    stage = .terminating
    group.send(SIGTERM)
    setLimit(command.grace)
    proceed()
  }

  /// Stops or goes on reading what the program writes; while it is stopped the program waits at a full pipe.
  public var isReading = true {
    didSet {
      loop.preconditionInLoop()
      for pipe in pipes { isReading ? pipe.resume() : pipe.pause() }
    }
  }

  /// The loop closes: kills the group and waits for the process; its end is told to nobody.
  func abandon() {
    guard stage != .ended else { return }
    group.send(SIGKILL)
    if way == nil {
      while waitpid(pid, nil, 0) == -1 && errno == EINTR {}
    }
    close()
  }

  fileprivate func exited(status: Int, signal: Int) {
    way = signal == 0 ? .exited(status) : .signalled(signal)
    proceed()
  }

  /// Takes the steps that what is known now allows.
  private func proceed() {
    guard let way else { return }
    let dry = pipes.allSatisfy(\.isClosed)
    switch stage {
    case .running where dry, .draining where dry, .overdue:
      finish(way)
    case .running:
      stage = .draining
      setLimit(command.drain)
    case .terminating where dry && group.isGone, .killed where dry && group.isGone:
      group.send(SIGKILL)
      finish(way)
    case .terminating, .killed:
      if look == nil { look = LoopTimer(on: loop) { [unowned self] in proceed() } }
      look?.start(after: 20)
    case .draining, .ended:
      break
    }
  }

  private func finish(_ way: ChildEnd.Way) {
    close()
    ended(ChildEnd(way: way, readError: readError))
  }

  /// The grace or the drain is over.
  private func limitPassed() {
    switch stage {
    case .terminating, .draining:
      stage = .killed
      group.send(SIGKILL)
      setLimit(command.drain)
    case .killed:
      stage = .overdue
      for pipe in pipes { pipe.close() }
    case .running, .overdue, .ended:
      break
    }
    proceed()
  }

  private func setLimit(_ delay: Int) {
    if limit == nil { limit = LoopTimer(on: loop) { [unowned self] in limitPassed() } }
    limit?.start(after: delay)
  }

  private func close() {
    stage = .ended
    limit = nil
    look = nil
    for pipe in pipes { pipe.close() }
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), processClosed)
    loop.children[pid] = nil
    loop.watch?.end(pid)
  }
}

func childExited(_ handle: UnsafeMutablePointer<uv_process_t>?, _ status: Int64, _ signal: Int32) {
  Unmanaged<ChildProcess>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    .exited(status: Int(status), signal: Int(signal))
}

private func processClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle!.deallocate()
}
