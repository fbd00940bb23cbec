import Foundation
import Glibc
import RefreshLoop
import Synchronization
import Testing

@testable import RefreshSources

/// A log that a program writes and rotates while it is read.
@Suite struct FileRotationTests {
  /// Writes numbered lines, and now and then rotates the log as logrotate does: by renaming, or by copying and emptying.
  private struct Log {
    let path: String
    let lines: Int
    let renames: Int
    let copies: Int

    func write(_ number: Int) {
      let stream = fopen(path, "a")!
      fputs("line \(number)\n", stream)
      fclose(stream)
      if number.isMultiple(of: renames) {
        shift()
        precondition(rename(path, path + ".1") == 0)
      } else if isEmptied(at: number) {
        shift()
        try? FileManager.default.copyItem(atPath: path, toPath: path + ".1")
        precondition(truncate(path, 0) == 0)
      }
    }

    func isEmptied(at number: Int) -> Bool {
      number.isMultiple(of: copies) && !number.isMultiple(of: renames)
    }

    private func shift() {
      for number in (1...99).reversed() where access("\(path).\(number)", F_OK) == 0 {
        rename("\(path).\(number)", "\(path).\(number + 1)")
      }
    }
  }

  @Test(arguments: [(97, 61), (50, 100_000), (100_000, 50), (7, 100_000)])
  func `no line is lost and none comes twice`(renames: Int, copies: Int) throws {
    let files = FileTrial()
    let log = Log(
      path: files.path, lines: min(1_200, 90 * min(renames, copies)), renames: renames, copies: copies)
    log.write(1)
    var rows = try files.run()
    let isWritten = Atomic<Bool>(false)
    let ran = DispatchSemaphore(value: 0)
    let writer = LoopThread {
      for number in 2...log.lines {
        log.write(number)
        // A file that is emptied and filled again beyond its old end within one run is more than is promised.
        if log.isEmptied(at: number) { ran.waitForTwoMore() }
        usleep(useconds_t.random(in: 100...400))
      }
      isWritten.store(true, ordering: .releasing)
    }
    var wasWritten = false
    // The last run begins after the last line.
    while !wasWritten {
      wasWritten = isWritten.load(ordering: .acquiring)
      rows += try files.run()
      ran.signal()
      if case .ok = files.outcome { continue }
      #expect(files.words.contains("all the time"))
    }
    writer.join()
    rows += try files.run()
    let wrong = zip(rows, 1...).first { $0 != "line \($1)" }
    #expect(
      wrong == nil && rows.count == log.lines,
      "\(rows.count) of \(log.lines), first \(wrong.debugDescription)")
  }
}

extension DispatchSemaphore {
  /// Waits until what was under way has ended, and one more from its begin to its end.
  fileprivate func waitForTwoMore() {
    while wait(timeout: .now()) == .success {}
    for _ in 1...2 { _ = wait(timeout: .now() + 20) }
  }
}
