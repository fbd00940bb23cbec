import Glibc
import Testing

@testable import RefreshSources

/// Somebody who reads a message does not know which folder the server runs in.
@Suite struct AbsolutePathTests {
  private let here: String = {
    let folder = getcwd(nil, 0)!
    defer { free(folder) }
    return String(cString: folder)
  }()

  @Test func `a relative path starts from the folder of the server, an absolute one stays`() {
    #expect(AbsolutePath.of("a/b.log") == here + "/a/b.log")
    #expect(AbsolutePath.of("./b.log") == here + "/b.log")
    #expect(AbsolutePath.of("../b.log") == here + "/../b.log")
    #expect(AbsolutePath.of("/a/b.log") == "/a/b.log")
  }

  @Test(arguments: [
    SourceSpec.file(FileSpec(path: "no-such/thing")), .directory(DirectorySpec(path: "no-such/thing")),
    .sqlite(SQLiteSpec(path: "no-such/thing", query: "SELECT 1")),
    .command(CommandSpec(run: .shell("true"), directory: "no-such/thing")),
  ])
  func `a failure names the whole path`(spec: SourceSpec) throws {
    let trial = try SourceTrial()
    trial.run(spec.source())
    let message = try #require(trial.failure?.message)
    #expect(message.contains("\(here)/no-such/thing"), "\(message)")
    // What is stored with the rows goes by the path as it is written.
    #expect(!spec.cursorName.contains(here))
  }
}
