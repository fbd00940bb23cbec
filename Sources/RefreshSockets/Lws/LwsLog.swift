import CLibWebSockets
import Glibc
import Synchronization

/// Where libwebsockets' own log lines go. Nothing is printed unless a sink is set.
public enum LwsLog {
  private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Hands each error line of libwebsockets, without its timestamp, to `sink`; `nil` drops them.
  public static func setSink(_ sink: (@Sendable (String) -> Void)?) {
    self.sink.withLock { $0 = sink }
  }

  static func start() {
    lws_set_log_level(Int32(LLL_ERR), lwsLine)
  }

  static func take(_ line: String) {
    guard let sink = sink.withLock({ $0 }) else { return }
    sink(line.split(separator: "\n").first.map(String.init) ?? "")
  }
}

/// Debugging left in libwebsockets 4.1 at error level: one line for every handed-over connection.
private let noise: StaticString = "adopt_socket_readbuf: calling service"

private func lwsLine(_ level: Int32, _ line: UnsafePointer<CChar>?) {
  guard let line, strstr(line, UnsafeRawPointer(noise.utf8Start).assumingMemoryBound(to: CChar.self)) == nil
  else { return }
  LwsLog.take(String(cString: line))
}
