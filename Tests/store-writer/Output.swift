import Glibc
import RefreshStore

/// Prints a line with one write, so that a kill does not lose what was said before.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

/// The outcome of an append, as a word and a number.
func told(_ result: Result<Appended, StoreError>) -> String {
  switch result {
  case .success(let answer): "ok \(answer.first)"
  case .failure(let error): "\(error.code)"
  }
}
