import CLibUV
import Glibc

/// Kills the commands of a process that was killed itself.
///
/// `kill -9` leaves a process no moment to end what it started. So a shell stands beside it, which is told of each group
/// that begins and ends, through a pipe; when the pipe ends with nobody left to write to it, the shell kills the groups
/// that there are, and ends too.
final class ChildWatch {
  private static let script = """
    trap '' TERM INT HUP
    set --
    while read -r line; do
      case $line in
        +*) set -- "$@" "${line#+}" ;;
        -*) for group do shift; [ "$group" = "${line#-}" ] || set -- "$@" "$group"; done ;;
      esac
    done
    for group do kill -KILL "-$group"; done
    """

  private let process: pid_t
  private let pipe: Int32

  /// Starts the shell; `nil` if the system has no process or descriptor for it: commands run all the same.
  init?() {
    // Not inherited by any other child, or the pipe would not end with this process.
    var ends: (uv_file, uv_file) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &ends) { raw in
      uv_pipe(raw.baseAddress?.assumingMemoryBound(to: uv_file.self), 0, 0)
    }
    guard made == 0 else { return nil }
    defer { close(ends.0) }
    // A shell that is stopped must not stop this process, too.
    _ = fcntl(ends.1, F_SETFL, O_NONBLOCK)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, ends.0, 0)
    for output in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    // A session of its own: what is sent to the group of this process, as from a terminal, does not reach it.
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, newSession)
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(Self.script), nil]
    defer { for word in words { free(word) } }
    var started = pid_t()
    guard posix_spawn(&started, "/bin/sh", &actions, &attributes, &words, environ) == 0 else {
      close(ends.1)
      return nil
    }
    process = started
    pipe = ends.1
  }

  /// The pipe ends: what is left is killed, and the shell reaped.
  deinit {
    close(pipe)
    while waitpid(process, nil, 0) == -1 && errno == EINTR {}
  }

  func begin(_ group: Int32) { tell("+\(group)\n") }
  func end(_ group: Int32) { tell("-\(group)\n") }

  private func tell(_ line: String) {
    _ = write(pipe, line, line.utf8.count)
  }
}
