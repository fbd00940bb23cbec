import Foundation
import Glibc
import RefreshEngine
import RefreshLoop
import RefreshSources
import RefreshWire
import Synchronization
import Testing

@testable import RefreshServer

/// A log that a program writes while people refresh.
@Suite struct FollowTests {
  /// Writes numbered lines, and now and then rotates the log as logrotate does: by renaming, or by copying and emptying.
  private struct Log {
    let path: String
    let lines: Int

    func write(_ number: Int) {
      let stream = fopen(path, "a")!
      fputs("line \(number)\n", stream)
      fclose(stream)
      if number.isMultiple(of: 97) {
        shift()
        precondition(rename(path, path + ".1") == 0)
      } else if isEmptied(at: number) {
        shift()
        try? FileManager.default.copyItem(atPath: path, toPath: path + ".1")
        precondition(truncate(path, 0) == 0)
      }
    }

    func isEmptied(at number: Int) -> Bool { number.isMultiple(of: 61) && !number.isMultiple(of: 97) }

    private func shift() {
      for number in (1...60).reversed() where access("\(path).\(number)", F_OK) == 0 {
        rename("\(path).\(number)", "\(path).\(number + 1)")
      }
    }
  }

  @Test
  func `a log that grows, is rotated and emptied while refreshes run loses no line and brings none twice`()
    async throws
  {
    let folder = LiveServer.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = Log(path: folder + "/app.log", lines: 2_000)
    var policy = EdgePolicy(preset: .overlay)
    policy.settle = 0
    policy.minimumVisible = 0
    log.write(1)
    let server = try LiveServer(feeds: [
      FeedSettings(
        name: FeedName("main")!, title: "Log", policy: FeedPolicy(top: policy),
        source: .file(FileSpec(path: log.path)))
    ])
    defer { server.stop() }
    // What was rotated away before the first refresh is not asked for.
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    let isWritten = Atomic<Bool>(false)
    let ran = DispatchSemaphore(value: 0)
    let writer = LoopThread {
      for number in 2...log.lines {
        log.write(number)
        // A file that is emptied and filled again beyond its old end within one refresh is more than is promised.
        if log.isEmptied(at: number) {
          while ran.wait(timeout: .now()) == .success {}
          for _ in 1...2 { _ = ran.wait(timeout: .now() + 20) }
        }
        usleep(useconds_t.random(in: 0...400))
      }
      isWritten.store(true, ordering: .releasing)
    }
    var refreshes = 0
    var wasWritten = false
    // The last refresh begins after the last line.
    while !wasWritten {
      wasWritten = isWritten.load(ordering: .acquiring)
      let last = try await server.post("/feeds/main/refresh?wait=1").json["last"] as? [String: Any]
      #expect(last?["outcome"] as? String == "ok", "\(last ?? [:])")
      refreshes += 1
      ran.signal()
    }
    writer.join()
    var texts: [String] = []
    while texts.count < log.lines {
      let page = try await server.get("/feeds/main/rows?after_seq=\(texts.count)&limit=500").texts
      guard !page.isEmpty else { break }
      texts += page
    }
    let wrong = zip(texts, 1...).first { $0 != "line \($1)" }
    #expect(
      wrong == nil && texts.count == log.lines, "\(texts.count) rows, first wrong \(wrong.debugDescription)")
    #expect(refreshes > 5)
  }
}
