import Glibc
import RefreshStore

/// Appends as a source with a cursor does, four steps under way at a time: step n brings n % 3 rows "n i" and the cursor
/// n, and goes on from the cursor that it finds. Prints n of each acknowledged step.
func bringForEver(_ path: String) throws(StoreError) {
  let store = try Store.open(path, now: 0) { $0() }
  let record = try store.openFeed("main", seed: [], now: 0)
  let found = record.cursors["bring"].flatMap { Int($0) } ?? 0
  for step in 1...4 { bring(store, found + step) }
  while true { pause() }
}

private func bring(_ store: Store, _ step: Int) {
  var append = Append(feed: "main", texts: (0..<(step % 3)).map { "\(step) \($0)" }, at: 0)
  append.origin = Origin(source: "bring", cursor: "\(step)")
  append.dedupe = .by(Dedupe(by: .text))
  store.append(append) { result in
    guard case .success(let answer) = result, answer.count == step % 3 else {
      say("error \(result)")
      exit(1)
    }
    say("\(step)")
    bring(store, step + 4)
  }
}
