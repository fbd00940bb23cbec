import Glibc
import RefreshStore

/// Keeps eight appends under way to each of two feeds, one of them with keys, the other pruned to 20 rows.
///
/// A text is never used twice: it begins with this process's number. Prints `feed seq text` of each acknowledged row.
func appendForEver(_ path: String) throws(StoreError) {
  let store = try Store.open(path, now: 0) { $0() }
  _ = try store.openFeed("main", seed: [], now: 0)
  _ = try store.openFeed("short", seed: [], now: 0)
  for number in 0..<8 {
    appendNext(store, number)
    appendPruned(store, number)
  }
  while true { pause() }
}

private func appendNext(_ store: Store, _ number: Int) {
  let text = "\(getpid())-\(number)"
  store.append(Append(feed: "main", texts: [text], at: 0, key: text)) { result in
    report(result, "main")
    appendNext(store, number + 8)
  }
}

private func appendPruned(_ store: Store, _ number: Int) {
  let texts = (0...(number % 4)).map { "\(getpid())-\(number)-\($0)" }
  store.append(Append(feed: "short", texts: texts, at: 0, keep: Retention(rows: 20))) { result in
    report(result, "short")
    appendPruned(store, number + 8)
  }
}

private func report(_ result: Result<Appended, StoreError>, _ feed: String) {
  switch result {
  case .success(let answer):
    for row in answer.rows { say("\(feed) \(row.seq) \(row.text)") }
  case .failure(let error):
    say("error \(error.code) \(error.message)")
    exit(1)
  }
}
