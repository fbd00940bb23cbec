import Glibc

/// The process group that a child leads: the child, and what it started.
struct ChildGroup {
  /// The id of the group and of the process that leads it.
  let leader: Int32

  /// Sends a signal to each process of the group.
  func send(_ number: Int32) {
    kill(-leader, number)
  }

  /// Whether no process of the group runs any more; only once the leader has been reaped.
  ///
  /// Where this process is the one that orphans go to (process 1 of a container) it also reaps them. Elsewhere a
  /// process that has ended stays in the group until process 1 has reaped it, which can take long or for ever:
  /// those do not count.
  var isGone: Bool {
    while waitpid(-leader, nil, WNOHANG) > 0 {}
    return (kill(-leader, 0) == -1 && errno == ESRCH) || !hasRunningProcess
  }

  /// Looks through the processes that are younger than the leader, as far as ids tell. After an overflow of ids
  /// one may be missed; who relies on the group being gone kills it all the same.
  private var hasRunningProcess: Bool {
    guard let processes = opendir("/proc") else { return true }
    defer { closedir(processes) }
    while let entry = readdir(processes) {
      let pid = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        atoi(name.baseAddress!.assumingMemoryBound(to: CChar.self))
      }
      if pid >= leader, isRunningMember(pid) { return true }
    }
    return false
  }

  private func isRunningMember(_ pid: Int32) -> Bool {
    let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(file, &bytes, bytes.count)
    // pid (name) state parent group …; the name may hold anything.
    guard count > 0, let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return false }
    let fields = bytes[(name + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 2 else { return false }
    let state = fields[0].first
    return fields[2].elementsEqual("\(leader)".utf8) && state != UInt8(ascii: "Z")
      && state != UInt8(ascii: "X")
  }
}
