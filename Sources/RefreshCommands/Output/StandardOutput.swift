import Dispatch
import FoundationEssentials
import Glibc

/// Standard output, written at once and whole.
enum StandardOutput {
  /// Whether a person reads it.
  static var isTerminal: Bool { isatty(1) == 1 }

  /// Writes a text.
  /// - Throws: ``CommandError/outputClosed`` if nobody reads any more, else why it cannot be written.
  static func print(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes bytes.
  /// - Throws: ``CommandError/outputClosed`` if nobody reads any more, else why it cannot be written.
  static func write(_ bytes: [UInt8]) throws(CommandError) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if count >= 0 {
        start += count
      } else if errno == EPIPE {
        throw .outputClosed
      } else if errno == EAGAIN {
        var state = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, -1)
      } else if errno != EINTR {
        throw CommandError(.failed, "standard output cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Opens the null device in place of each standard descriptor that is closed: the next file or socket would get its
  /// number, and rows would be written to it.
  static func reserveDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }

  /// Calls back, on a thread of its own, once nobody reads a pipe any more; the next write would be the first to tell.
  static func whenClosed(_ tell: @escaping @Sendable () -> Void) {
    var status = stat()
    let type = fstat(1, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard type == S_IFIFO || type == S_IFSOCK else { return }
    DispatchQueue(label: "standard-output").async {
      var state = pollfd(fd: 1, events: 0, revents: 0)
      while poll(&state, 1, -1) < 0, errno == EINTR {}
      if state.revents & Int16(POLLERR | POLLHUP) != 0 { tell() }
    }
  }
}

/// Standard error, for people.
enum StandardError {
  /// Whether a person reads it.
  static var isTerminal: Bool { isatty(2) == 1 }

  /// Says a line.
  static func say(_ line: String) { write(line + "\n") }

  /// Writes a text as it is; what cannot be written is lost.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      start += max(0, count)
    }
  }
}
