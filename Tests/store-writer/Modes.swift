import Glibc
import RefreshStore

/// Opens the file, says so, and keeps it until the input ends.
func hold(_ path: String) throws(StoreError) {
  let store = try Store.open(path, now: 0) { $0() }
  say("open")
  var byte: UInt8 = 0
  while read(0, &byte, 1) > 0 {}
  store.close()
}

/// Opens the file as the user nobody.
func openAsNobody(_ path: String) throws(StoreError) {
  guard setgid(65_534) == 0, setuid(65_534) == 0 else {
    say("not root")
    return
  }
  _ = try Store.open(path, now: 0) { $0() }
  say("open")
}

/// Lets no file of this process grow beyond 1 MiB, appends, takes the limit away again, and appends.
func fillUp(_ path: String) throws(StoreError) {
  signal(SIGXFSZ, SIG_IGN)
  let store = try Store.open(path, now: 0) { $0() }
  _ = try store.openFeed("main", seed: ["seed"], now: 0)
  limitFiles(to: 1 << 20)
  let big = [String](repeating: String(repeating: "x", count: 8_000), count: 500)
  // All three wait together: the store's thread stands in the first answer until they are queued.
  let held = Gate()
  let gate = Gate()
  store.mark(feed: "main", at: 0) { _ in
    held.open()
    gate.wait()
  }
  held.wait()
  for texts in [["small"], big, ["small too"]] {
    store.append(Append(feed: "main", texts: texts, at: 0)) { say(told($0)) }
  }
  let emptied = Gate()
  store.mark(feed: "main", at: 0) { _ in emptied.open() }
  gate.open()
  emptied.wait()
  limitFiles(to: rlim_t.max)
  say("room")
  store.append(Append(feed: "main", texts: big, at: 0)) { say(told($0)) }
  store.close()
}

/// Appends a hundred rows of 1 000 bytes again and again until a limit of file size ends it; prints how many of the
/// appends were refused, and with which codes.
func meetLimit(_ path: String) throws(StoreError) {
  signal(SIGXFSZ, SIG_IGN)
  limitFiles(to: 600_000)
  let store = try Store.open(path, now: 0) { $0() }
  _ = try store.openFeed("main", seed: ["seed"], now: 0)
  let texts = [String](repeating: String(repeating: "x", count: 1_000), count: 100)
  for _ in 0..<8 {
    let answered = Gate()
    store.append(Append(feed: "main", texts: texts, at: 0)) { result in
      say(told(result))
      answered.open()
    }
    answered.wait()
  }
}

private func limitFiles(to bytes: rlim_t) {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = min(bytes, limit.rlim_max)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
