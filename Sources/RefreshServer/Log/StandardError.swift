import Glibc
import Synchronization

/// Standard error, as a server may use it: it never waits for whoever reads it.
enum StandardError {
  /// What a pipe that is writable takes without waiting, in bytes (PIPE_BUF); a longer line is cut there.
  static let room = 4_096
  /// How many lines were lost because nobody read.
  private static let lost = Mutex(0)

  /// Writes a line that ends in a line break, or counts it as lost.
  /// - Parameter notice: makes a line of how many were lost before.
  static func write(
    _ line: String,
    notice: (Int) -> String = { "\($0) lines of this log were lost because nobody read them\n" }
  ) {
    lost.withLock { lost in
      if lost > 0 {
        guard take(notice(lost)) else {
          lost += 1
          return
        }
        lost = 0
      }
      if !take(line) { lost += 1 }
    }
  }

  private static func take(_ line: String) -> Bool {
    var state = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, 0) == 1, state.revents & Int16(POLLOUT) != 0 else { return false }
    var bytes = Array(line.utf8)
    if bytes.count > room {
      bytes = Array((line.unicodeScalars.prefix(room / 4 - 1).map(String.init).joined() + "\n").utf8)
    }
    return Glibc.write(2, bytes, bytes.count) == bytes.count
  }

  /// Opens the null device in place of each standard descriptor that whoever started this process has closed: the
  /// next file or socket would get its number, and be written to.
  static func reserveDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
