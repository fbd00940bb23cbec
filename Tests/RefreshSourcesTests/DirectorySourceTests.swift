import Glibc
import Testing

@testable import RefreshSources

/// A folder that files are dropped into.
@Suite struct DirectorySourceTests {
  private func run(_ files: FileTrial, _ rows: DirectorySpec.Rows = .file) throws -> [String] {
    try files.run(.directory(DirectorySpec(path: files.folder, rows: rows)))
  }

  @Test func `each file is a row once, in the order of their last change, then of their names`() throws {
    let files = FileTrial()
    for (name, text, seconds) in [("b", "two\nlines\n", 20), ("c", "third", 30), ("a", "\u{FEFF}first", 20)] {
      files.add(text, to: name)
      files.date(name, seconds)
    }
    #expect(try run(files) == ["first", "two\nlines", "third"])
    #expect(try run(files) == [])
    // Older than what was taken, but new here.
    files.add("late", to: "d")
    files.date("d", 10)
    #expect(try run(files) == ["late"])
    files.add(" and changed", to: "d")
    #expect(try run(files) == ["late and changed"])
  }

  @Test func `each line is a row, if so asked, and what does not fit comes with the next run`() throws {
    let files = FileTrial()
    files.limits.rows = 3
    files.add("1\n2", to: "a")
    files.add("3\n4\n5", to: "b")
    files.date("a", 10)
    files.date("b", 20)
    #expect(try run(files, .line) == ["1", "2", "3"])
    #expect(files.isTruncated)
    #expect(try run(files, .line) == ["4", "5"])
    #expect(!files.isTruncated)
    #expect(try run(files, .line) == [])
  }

  @Test func `a file that was taken in part goes on where it was, whatever comes between`() throws {
    let files = FileTrial()
    files.limits.rows = 2
    files.add("1\n2\n3\n", to: "a")
    files.add("4\n", to: "b")
    files.add("5\n6\n7\n", to: "c")
    for (name, seconds) in [("a", 20), ("b", 30), ("c", 40)] { files.date(name, seconds) }
    #expect(try run(files, .line) == ["1", "2"])
    // A program has it open, and changes nothing.
    let stream = fopen(files.folder + "/a", "r+")!
    #expect(try run(files, .line) == [])
    #expect(files.isTruncated)
    fclose(stream)
    files.add("old\n", to: "d")
    files.date("d", 10)
    #expect(try run(files, .line) == ["3", "old"])
    #expect(try run(files, .line) == ["4", "5"])
    // What has gone keeps nothing back.
    unlink(files.folder + "/c")
    files.add("8\n", to: "e")
    #expect(try run(files, .line) == ["8"])
    #expect(!files.isTruncated)
  }

  @Test func `of more files than a run may bring the oldest come first`() throws {
    let files = FileTrial()
    files.limits.rows = 2
    for number in 1...5 {
      files.add("\(number)", to: "f\(number)")
      files.date("f\(number)", number)
    }
    #expect(try run(files) == ["1", "2"])
    #expect(files.isTruncated)
    #expect(try run(files) == ["3", "4"])
    #expect(try run(files) == ["5"])
    #expect(!files.isTruncated)
  }

  @Test
  func `hidden and temporary files, links, folders and pipes are passed over, empty files bring nothing`()
    throws
  {
    let files = FileTrial()
    for name in [".hidden", "a~", "a.tmp", "a.PART", "#a#"] { files.add("no", to: name) }
    files.add("", to: "empty")
    files.add(" \n\n", to: "blank")
    symlink("/etc/hostname", files.folder + "/link")
    mkfifo(files.folder + "/pipe", 0o600)
    mkdir(files.folder + "/folder", 0o700)
    defer { rmdir(files.folder + "/folder") }
    #expect(try run(files) == [])
    #expect(files.outcome != nil && files.words.isEmpty)
    files.move("a.tmp", to: "a")
    #expect(try run(files) == ["no"])
  }

  @Test func `a file that is still being written waits`() throws {
    let files = FileTrial()
    let stream = fopen(files.folder + "/a", "w")!
    fputs("one", stream)
    fflush(stream)
    #expect(try run(files) == [])
    fputs(" two", stream)
    fclose(stream)
    #expect(try run(files) == ["one two"])
  }

  @Test func `a long file is cut, and one in another charset is read by its mark`() throws {
    let files = FileTrial()
    files.limits.rowBytes = 16
    files.add(String(repeating: "x", count: 100_000), to: "a")
    let stream = fopen(files.folder + "/b", "w")!
    fwrite([0xFF, 0xFE, 0xE9, 0x00] as [UInt8], 1, 4, stream)
    fclose(stream)
    files.date("a", 10)
    #expect(try run(files) == ["xxxxxxx… [cut]", "é"])
  }

  @Test func `what is no folder is refused in words`() throws {
    let files = FileTrial()
    files.add("x", to: "a")
    _ = try files.run(.directory(DirectorySpec(path: files.folder + "/a")))
    #expect(files.words.contains("/a is no folder"))
    _ = try files.run(.directory(DirectorySpec(path: files.folder + "/none")))
    #expect(files.words.contains("/none is not there"))
  }
}
