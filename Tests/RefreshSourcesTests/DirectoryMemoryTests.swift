import Glibc
import Testing

@testable import RefreshSources

/// Which files of a folder were taken is known for as many as it may hold.
@Suite struct DirectoryMemoryTests {
  private func run(_ files: FileTrial) throws -> [String] {
    try files.run(.directory(DirectorySpec(path: files.folder)))
  }

  @Test func `files of one time come with as many runs as they need, each once`() throws {
    let files = FileTrial()
    files.limits.rows = 5_000
    let names = (10_000..<16_000).map(String.init)
    for name in names {
      files.add(name, to: name)
      files.date(name, 20)
    }
    #expect(try run(files) == Array(names.prefix(5_000)))
    #expect(files.isTruncated)
    #expect(try run(files) == Array(names.suffix(1_000)))
    #expect(!files.isTruncated)
    #expect(try run(files) == [])
  }

  @Test func `a file that is older than thousands that were taken comes, too`() throws {
    let files = FileTrial()
    let stream = fopen(files.folder + "/open", "w")!
    fputs("was open", stream)
    fflush(stream)
    files.date("open", 10)
    let names = (10_000..<15_000).map(String.init)
    for name in names {
      files.add(name, to: name)
      files.date(name, 20)
    }
    #expect(try run(files) == names)
    #expect(try run(files) == [])
    fclose(stream)
    files.date("open", 10)
    #expect(try run(files) == ["was open"])
    files.add("came late", to: "late")
    files.date("late", 5)
    #expect(try run(files) == ["came late"])
    #expect(try run(files) == [])
  }

  @Test func `as many files as a folder may hold are known one by one, and the cursor has room for them`()
    throws
  {
    var taken = TakenFiles()
    let files = (0..<Folder.maxEntries).map { DroppedFile(name: "\($0)", changed: 7, size: 1) }
    for file in files { taken.insert(file) }
    taken.settle(files)
    let text = taken.text
    #expect(text.utf8.count <= SourceCatch.maxCursor)
    taken = try #require(TakenFiles(parsing: text))
    #expect(taken.text == text)
    #expect(files.allSatisfy { taken.has($0) })
    #expect(!taken.has(DroppedFile(name: "new", changed: 7, size: 1)))
    // What has gone from the folder is forgotten.
    taken.settle(Array(files.suffix(10)))
    #expect(taken.known.count == 10)
  }

  @Test func `a cursor of an earlier version goes on, and a file that is older comes from then on`() throws {
    let files = (1...6).map { DroppedFile(name: "f\($0)", changed: Int64($0), size: 1) }
    var taken = try #require(
      TakenFiles(parsing: "directory1;3;\(String(files[4].mark, radix: 36));"))
    #expect(files.filter(taken.has).map(\.name) == ["f1", "f2", "f3", "f5"])
    taken.settle(files)
    taken = try #require(TakenFiles(parsing: taken.text))
    #expect(files.filter(taken.has).map(\.name) == ["f1", "f2", "f3", "f5"])
    #expect(!taken.has(DroppedFile(name: "older", changed: 2, size: 1)))
  }

  @Test func `a cursor that is not one of a folder is not read`() {
    var taken = TakenFiles()
    taken.part = (7, 1_000)
    #expect(TakenFiles(parsing: taken.text) == taken)
    for text in ["", "directory1;;;", "directory1;0;?;", "directory1;0;;7:-1", "directory1;0;;7", "x;0;;"] {
      #expect(TakenFiles(parsing: text) == nil)
    }
    let many = Array(repeating: "1", count: TakenFiles.maxKnown + 1).joined(separator: ",")
    #expect(TakenFiles(parsing: "directory1;0;\(many);") == nil)
  }
}
