import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Lets a command, which is a plain function, wait for what is asynchronous.
enum Waiting {
  /// Runs a job to its end.
  static func run(_ job: @escaping @Sendable () async throws(CommandError) -> ExitStatus)
    throws(CommandError) -> ExitStatus
  {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<ExitStatus, CommandError>?>(nil)
    Task.detached {
      do throws(CommandError) {
        let status = try await job()
        result.withLock { $0 = .success(status) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try result.withLock { $0! }.get()
  }
}

/// Ctrl-C, and what a service manager or a terminal that is closed sends: the first is told, the second ends the
/// process at once.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter tell: called on another thread, once, with the signal.
  init(_ tell: @escaping @Sendable (Int32) -> Void) {
    let count = Mutex(0)
    // Under nohup a command goes on when its terminal is closed.
    let numbers = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      let handler: @Sendable () -> Void = {
        let first = count.withLock { count in
          count += 1
          return count == 1
        }
        if first { tell(number) } else { exit(128 + number) }
      }
      source.setEventHandler(handler: handler)
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Whether somebody has interrupted a command, and how.
final class Interruption: Sendable {
  private let signal = Mutex<Int32?>(nil)

  /// What the command ends with; nil if nobody has.
  var status: ExitStatus? {
    signal.withLock { $0.map { ExitStatus(rawValue: 128 + $0) ?? .interrupted } }
  }

  func note(_ number: Int32) { signal.withLock { $0 = number } }
}
