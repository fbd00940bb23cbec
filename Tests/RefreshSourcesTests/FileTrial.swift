import Glibc
import RefreshLoop
import TestSupport

@testable import RefreshSources

/// A folder with files that change, and a source that reads there run after run.
final class FileTrial {
  private let place = TemporaryFolder()
  var limits = SourceLimits()
  /// How long each run may take, in milliseconds.
  var timeLeft: Int?
  private(set) var cursor: String?
  /// What the last run has come to.
  private(set) var outcome: SourceOutcome?

  var folder: String { place.path }

  var path: String { folder + "/app.log" }

  /// Adds to a file, as a program does that keeps it open or opens it anew.
  func add(_ text: String, to name: String = "app.log") {
    let stream = fopen(folder + "/" + name, "a")!
    fputs(text, stream)
    fclose(stream)
  }

  func move(_ from: String, to: String) {
    precondition(rename(folder + "/" + from, folder + "/" + to) == 0)
  }

  /// Sets the time of a file's last change, in seconds since 1970.
  func date(_ name: String, _ seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    precondition(utimensat(AT_FDCWD, folder + "/" + name, [time, time], 0) == 0)
  }

  /// Copies a file and empties it.
  func copyAndEmpty(_ from: String, to: String) {
    let text = contents(from)
    make(folder + "/" + to, text)
    precondition(truncate(folder + "/" + from, 0) == 0)
  }

  func contents(_ name: String) -> String {
    let stream = fopen(folder + "/" + name, "r")!
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The rows of the next run; the cursor moves on as the server would keep it.
  @discardableResult
  func run(_ spec: SourceSpec) throws -> [String] {
    let trial = try SourceTrial()
    trial.run(
      spec.source(limits: limits),
      SourceJob(
        feed: "main", edge: "top", run: 1, lastSeq: 0, lastText: nil, cursor: cursor, timeLeft: timeLeft,
        workTime: 0))
    outcome = trial.outcomes.first
    cursor = trial.caught?.cursor ?? cursor
    return trial.rows ?? []
  }

  /// The next run is the first.
  func forget() { cursor = nil }

  func run() throws -> [String] { try run(.file(FileSpec(path: path))) }

  var isTruncated: Bool {
    if case .ok(let caught) = outcome { caught.truncated } else { false }
  }

  var words: String {
    if case .failed(.output, let words) = outcome { words } else { "" }
  }
}
