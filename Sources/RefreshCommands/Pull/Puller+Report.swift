import FoundationEssentials
import Glibc
import RefreshClient
import RefreshEngine
import RefreshWire

/// What a pull tells.
extension Puller {
  /// Notes who else pulls.
  mutating func note(_ presence: Presence) {
    let pulls = presence.pulls.filter { !identities.contains($0.client) }
    for pull in pulls {
      let name = Shown.message(pull.name ?? "somebody")
      if !others.contains(name), others.count < 100 { others.append(name) }
    }
    let words = pulls.map { "\(Shown.message($0.name ?? "somebody")) \(Int(($0.percent * 100).rounded())) %" }
    progress.show { $0.others = words.joined(separator: ", ") }
  }

  /// Prints the run's rows, or says why there are none.
  func report(_ last: LastRun) throws(CommandError) -> ExitStatus {
    let run = last.end.run
    let own = brought.filter { $0.row.run == run.id }
    for piece in own { try StandardOutput.write(printer.lines(first: piece.seq, [piece.row])) }
    let took = Times.duration(last.ended - last.started)
    let by =
      run.by.client.map { identities.contains($0) } == true
      ? "" : Shown.message(run.by.name ?? "somebody else")
    let joined = by.isEmpty ? "" : ", which \(by) had begun,"
    switch last.end.outcome {
    case .ok:
      if StandardError.isTerminal {
        let count = last.end.rows == 0 ? "no row" : Counted.words(last.end.rows, "row")
        let also = others.isEmpty ? "" : "; also pulling: " + others.prefix(5).joined(separator: ", ")
        StandardError.say("run \(run.id)\(joined) brought \(count) in \(took)\(also)")
      }
      return .ok
    case .failed:
      let words = last.end.error.map { Shown.message($0.message) } ?? "nobody knows why"
      throw CommandError(.failed, "run \(run.id)\(joined) failed: \(words)")
    case .cancelled: throw CommandError(.cancelled, "run \(run.id)\(joined) was cancelled")
    }
  }
}
