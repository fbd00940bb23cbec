import CAllocations
import Glibc
import RefreshLoop
import Testing

/// What a thousand runs leave behind.
@Suite struct ChildLeakTests {
  private func descriptors() -> Int {
    var count = 0
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    while readdir(folder) != nil { count += 1 }
    return count
  }

  @Test func `a thousand runs, stopped ones and failed ones leave nothing behind`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var left = 1_000
    var ends = 0
    var pids: [Int32] = []
    // What the first ones need, the others use again.
    var bytes = 0
    func next() throws {
      guard left > 0 else { return loop.stop() }
      if left == 900 { bytes = allocated_bytes() }
      left -= 1
      let kind = left % 10
      if kind == 1 {
        _ = try? ChildProcess(ChildCommand("/no/such/program"), on: loop) { _, _ in
        } ended: { _ in
        }
      }
      let line = kind == 0 ? "sleep 600" : "echo x; echo y >&2"
      let child = try ChildProcess(ChildCommand("/bin/sh", ["-c", line]), on: loop) { _, _ in
      } ended: { _ in
        ends += 1
        do { try next() } catch { Issue.record(error) }
      }
      pids.append(child.pid)
      if kind == 0 { child.terminate() }
    }
    let before = descriptors()
    try next()
    loop.run()
    #expect(ends == 1_000)
    #expect(allocated_bytes() - bytes < 900 * 500)
    // Other tests of this process may open some meanwhile; a leak would be a thousand or more.
    #expect(descriptors() - before < 50)
    #expect(pids.allSatisfy { waitpid($0, nil, WNOHANG) == -1 && errno == ECHILD })
  }
}
