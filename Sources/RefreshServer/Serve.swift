import CAllocator
import FoundationEssentials
import Glibc
import RefreshEngine
import RefreshLoop
import RefreshSockets

/// The server as a program.
public enum Serve {
  /// Runs the command line to its end.
  /// - Parameters:
  ///   - commands: lines for the help on commands of the program that are not the server's.
  ///   - others: the words of those commands.
  /// - Returns: the exit status.
  public static func main(
    _ arguments: [String], environment: [String: String], commands: String = "", others: [String] = []
  ) -> Int32 {
    StandardError.reserveDescriptors()
    do {
      switch try Invocation(Array(arguments.dropFirst()), environment: environment, others: others) {
      case .help:
        print(Help.text(commands: commands), terminator: "")
      case .page(let text):
        print(text, terminator: "")
      case .version:
        print("refreshd \(Version.text)")
      case .maintain(let maintenance):
        print(try maintenance.carryOut())
      case .configuration(let command):
        let (text, status) = try command.carryOut(environment: environment)
        print(text, terminator: "")
        return status
      case .token(let new):
        print(new.carryOut())
      case .serve(let options):
        let manager = ServiceManager(environment)
        let sockets = try inherited(manager)
        let settings = try Settings(options, environment: environment, inherited: sockets)
        // A command that calls refreshd must not be told by it what this server is.
        for name in environment.keys where name.hasPrefix(ServeOptions.prefix) { unsetenv(name) }
        try serve(settings, manager, Reload(options, environment: environment))
      }
      return 0
    } catch let error as StartError {
      return fail(error)
    } catch {
      complain("\(error)")
      return StartError.Code.failure.rawValue
    }
  }

  /// The environment of this process.
  public static var environment: [String: String] { ProcessInfo.processInfo.environment }

  private static func inherited(_ manager: ServiceManager) throws(StartError) -> [InheritedSocket] {
    do throws(SocketError) {
      return try manager.sockets.map { descriptor throws(SocketError) in try InheritedSocket(descriptor) }
    } catch {
      throw StartError(.failure, error.description)
    }
  }

  /// What a large answer or a long list took goes back to the system with its end. By itself the C library keeps it, and
  /// for each thread that had some.
  private static func keepLittleMemory() {
    mallopt(M_MMAP_THRESHOLD, 1_048_576)
    mallopt(M_ARENA_MAX, 2)
  }

  private static func serve(_ settings: Settings, _ manager: ServiceManager, _ reload: Reload) throws {
    // A client or a reader of standard output that goes away is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    // Nor is a limit of file size: what does not fit is refused in words, like on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    // Whoever started this process may have left signals blocked: those that stop it, or tell of a child's end.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    DescriptorLimit.raise()
    keepLittleMemory()
    let log = Log(level: settings.logLevel, format: settings.logFormat)
    for warning in settings.warnings { log.warning(warning) }
    LwsLog.setSink { log.warning("libwebsockets: \($0)") }
    let loop = try EventLoop()
    raiseWorkers(on: loop, to: settings.tunables.parallelRuns)
    let server: Server
    do {
      server = try Server(settings, on: loop)
    } catch {
      // What has begun goes with the process, as at its end.
      withExtendedLifetime(loop) { exit(fail(error)) }
    }
    var stops = 0
    let stop = {
      stops += 1
      if stops == 1 {
        manager.stopping()
        return server.drain { loop.stop() }
      }
      loop.endChildren()
      leave(loop)
    }
    let hangUp = {
      if reload.isHangUp { return stop() }
      manager.reloading()
      reload.carryOut(on: server)
      manager.ready("listening on \(server.address)")
    }
    let signals = [
      try LoopSignal(SIGTERM, on: loop, stop), try LoopSignal(SIGINT, on: loop, stop),
      try LoopSignal(SIGHUP, on: loop, hangUp),
    ]
    print("refreshd: listening on \(server.address)")
    fflush(nil)
    manager.ready("listening on \(server.address)")
    let pulse = LoopTimer(on: loop) { manager.alive() }
    if let every = manager.watchdog { pulse.start(after: every, every: every) }
    loop.run()
    // A stop that was forced may leave commands behind, which must not outlive the server.
    loop.endChildren()
    // Everything is saved and said; the rest goes with the process.
    withExtendedLifetime((loop, server, signals, pulse)) { leave(loop) }
  }

  /// Ends the process. The usual end waits for libuv's threads, of which one may be held up for ever: by a query, or by
  /// a disk that does not answer.
  private static func leave(_ loop: EventLoop) -> Never {
    guard loop.isWorking else { exit(0) }
    fflush(nil)
    _exit(0)
  }

  /// Gives each source that may work at the same time a thread, so that none that is held up holds up another. libuv
  /// reads the number from the environment, once, as it makes its threads; commands are not told.
  private static func raiseWorkers(on loop: EventLoop, to count: Int) {
    let name = "UV_THREADPOOL_SIZE"
    guard getenv(name) == nil else { return }
    setenv(name, String(min(max(count, 4), 256)), 1)
    LoopWork.start(on: loop) { _ in
    } done: { _ in
    }
    unsetenv(name)
  }

  /// - Returns: the exit status.
  private static func fail(_ error: StartError) -> Int32 {
    for line in error.message.split(separator: "\n") { complain(String(line)) }
    return error.code.rawValue
  }

  private static func complain(_ words: String) {
    StandardError.write("refreshd: \(LogLine.oneLine(words))\n")
  }
}
