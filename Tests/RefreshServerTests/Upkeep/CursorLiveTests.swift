import Foundation
import RefreshEngine
import RefreshSources
import Testing

@testable import RefreshServer

/// Where a source goes on, on a running server.
@Suite struct CursorLiveTests {
  private func feed(_ change: (inout FeedSettings) -> Void) -> CommandFeed {
    CommandFeed {
      $0.policy.bottom = $0.policy.top
      change(&$0)
    }
  }

  private func add(_ text: String, to path: String) throws {
    let manager = FileManager.default
    if !manager.fileExists(atPath: path) { #expect(manager.createFile(atPath: path, contents: nil)) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func `a file's lines come once, from either edge and over a restart, and another file begins anew`()
    async throws
  {
    var feed = feed { _ in }
    let (log, other) = (feed.folder + "/log", feed.folder + "/other")
    feed.settings.source = .file(FileSpec(path: log))
    try add("1\n2\n", to: log)
    var server = try feed.server()
    #expect(try await server.refresh(edge: "top").rows == 2)
    try add("3\n", to: log)
    #expect(try await server.refresh(edge: "bottom").rows == 1)
    #expect(try await server.refresh(edge: "top").rows == 0)
    server.stop()

    try add("4\n", to: log)
    try add("other\n", to: other)
    feed.settings.edgeSources = [.bottom: .file(FileSpec(path: other))]
    server = try feed.server()
    #expect(try await server.refresh(edge: "bottom").rows == 1)
    #expect(try await server.refresh(edge: "top").rows == 1)
    server.stop()

    // Taken back to the file that was read before, it goes on there.
    try add("5\n", to: log)
    feed.settings.edgeSources = [:]
    server = try feed.server()
    defer { server.stop() }
    #expect(try await server.refresh(edge: "bottom").rows == 1)
    #expect(try await server.texts() == ["1", "2", "3", "other", "4", "5"])
  }

  @Test func `a run that is cancelled or fails leaves its source where it was`() async throws {
    var feed = feed { _ in }
    let log = feed.folder + "/log"
    feed.settings.source = .file(FileSpec(path: log))
    // Held for long enough that it can be cancelled when the source has ended.
    feed.settings.policy.top!.minimumVisible = 20_000
    try add("1\n2\n", to: log)
    let server = try feed.server()
    let begun = try await server.post("/feeds/main/refresh?edge=top")
    #expect(begun.status == 202)
    #expect(try await server.ask("DELETE", "/feeds/main/run").status == 200)
    #expect(try await server.refresh(edge: "bottom").rows == 2)
    server.stop()
  }

  @Test func `a dropped file that is changed comes again, though rows with a key are appended once`()
    async throws
  {
    var feed = feed { _ in }
    let folder = feed.folder + "/drop"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    feed.settings.source = .directory(DirectorySpec(path: folder))
    let server = try feed.server()
    defer { server.stop() }
    for text in ["first text", "second text"] {
      try text.write(toFile: folder + "/note", atomically: true, encoding: .utf8)
      try await eventually("\(text)") { try await server.refresh().rows == 1 }
    }
    #expect(try await server.refresh().rows == 0)
    #expect(try await server.texts() == ["first text", "second text"])
  }
}
