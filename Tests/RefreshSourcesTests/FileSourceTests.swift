import Glibc
import Testing

@testable import RefreshSources

/// A file that grows.
@Suite struct FileSourceTests {
  @Test func `the first run brings the file, each further one what was added`() throws {
    let files = FileTrial()
    files.add("one\r\ntwo\n\n")
    #expect(try files.run() == ["one", "two", ""])
    #expect(try files.run() == [])
    files.add("three\n")
    #expect(try files.run() == ["three"])
    #expect(!files.isTruncated)
  }

  @Test func `told to begin at the end, the first run brings nothing and loses nothing`() throws {
    let files = FileTrial()
    let spec = SourceSpec.file(FileSpec(path: files.path, from: .end))
    files.add("old\nbegin of ")
    #expect(try files.run(spec) == [])
    files.add("a line\nnew\n")
    #expect(try files.run(spec) == ["begin of a line", "new"])
  }

  @Test func `an unfinished line waits for its end, unless it rests`() throws {
    let files = FileTrial()
    files.add("one\ntw")
    #expect(try files.run() == ["one"])
    files.add("o")
    #expect(try files.run() == [])
    #expect(try files.run() == ["two"])
    // The break that comes later ends that line; what comes without it is the next row.
    files.add("\nthree")
    #expect(try files.run() == [])
    #expect(try files.run() == ["three"])
    files.add("\r\nfour\n")
    #expect(try files.run() == ["four"])
    files.add("five")
    _ = try files.run()
    #expect(try files.run() == ["five"])
    files.add("six\n")
    #expect(try files.run() == ["six"])
  }

  @Test func `what was added before a rotation comes, then the new file, then late lines of the old one`()
    throws
  {
    let files = FileTrial()
    files.add("a1\n")
    #expect(try files.run() == ["a1"])
    files.add("a2\na3")
    files.move("app.log", to: "app.log.1")
    files.add("b1\n")
    #expect(try files.run() == ["a2", "b1"])
    // The program still writes to the file that it has open.
    files.add(" end\na4\n", to: "app.log.1")
    files.add("b2\n")
    #expect(try files.run() == ["a3 end", "a4", "b2"])
    #expect(try files.run() == [])
  }

  @Test func `several rotations between two runs lose nothing`() throws {
    let files = FileTrial()
    files.add("a\n")
    #expect(try files.run() == ["a"])
    for text in ["b\n", "c\n", "d\n"] {
      files.add(text)
      for number in [2, 1] where access("\(files.path).\(number)", F_OK) == 0 {
        files.move("app.log.\(number)", to: "app.log.\(number + 1)")
      }
      files.move("app.log", to: "app.log.1")
    }
    files.add("e\n")
    #expect(try files.run() == ["b", "c", "d", "e"])
    #expect(try files.run() == [])
  }

  @Test func `a file between rotation and being made anew is no failure while its old lines come`() throws {
    let files = FileTrial()
    files.add("a\n")
    _ = try files.run()
    files.add("b\n")
    files.move("app.log", to: "app.log-20261130")
    #expect(try files.run() == ["b"])
    files.add("c\n")
    #expect(try files.run() == ["c"])
  }

  @Test func `a file that was emptied begins anew, after what a copy of it still holds`() throws {
    let files = FileTrial()
    files.add("a1 long enough\na2\n")
    #expect(try files.run() == ["a1 long enough", "a2"])
    files.add("a3\n")
    files.copyAndEmpty("app.log", to: "app.log.1")
    files.add("b1\n")
    #expect(try files.run() == ["a3", "b1"])
    #expect(truncate(files.path, 0) == 0)
    // Longer than before by now.
    files.add("c1 is a longer line\nc2\n")
    #expect(try files.run() == ["c1 is a longer line", "c2"])
    #expect(truncate(files.path, 0) == 0)
    #expect(try files.run() == [])
  }

  @Test func `a copy that is being made is not read before the file is emptied`() throws {
    let files = FileTrial()
    files.add("a\n")
    #expect(try files.run() == ["a"])
    files.add("b\n")
    files.move("app.log", to: "app.log.2")
    files.add("c\nd\n")
    make(files.folder + "/app.log.1", "c\n")
    #expect(try files.run() == ["b", "c", "d"])
    files.add("e\n")
    files.copyAndEmpty("app.log", to: "app.log.1")
    #expect(try files.run() == ["e"])
  }

  @Test func `another file with the old one's number is not taken for it`() throws {
    let files = FileTrial()
    files.add("one\n")
    _ = try files.run()
    // The same number for certain: the file itself, with other text.
    make(files.path, "two\nmore\n")
    #expect(try files.run() == ["two", "more"])
  }

  @Test func `a file that was written anew with what it held goes on`() throws {
    let files = FileTrial()
    files.add("one\ntwo\n")
    _ = try files.run()
    files.add("one\ntwo\nthree\n", to: "new")
    files.move("new", to: "app.log")
    #expect(try files.run() == ["three"])
  }

  @Test func `over the limit, the place stands exactly there, also in a file that was rotated away`() throws {
    let files = FileTrial()
    files.limits.rows = 2
    files.add("1\n2\n3\n4\n5\n")
    #expect(try files.run() == ["1", "2"])
    #expect(files.isTruncated)
    files.move("app.log", to: "app.log.1")
    files.add("6\n7\n8\n")
    #expect(try files.run() == ["3", "4"])
    #expect(files.isTruncated)
    #expect(try files.run() == ["5", "6"])
    #expect(files.isTruncated)
    #expect(try files.run() == ["7", "8"])
    #expect(!files.isTruncated)
  }

  @Test func `a long line is cut, a mark of UTF-8 is no text, other bytes become the replacement character`()
    throws
  {
    let files = FileTrial()
    files.limits.rowBytes = 16
    files.add("\u{FEFF}a\u{1}\n" + String(repeating: "x", count: 200_000) + "\nb\n")
    #expect(try files.run() == ["a\u{FFFD}", "xxxxxxx… [cut]", "b"])
  }

  @Test func `a line without end is bounded`() throws {
    let files = FileTrial()
    files.limits.rowBytes = 16
    files.add(String(repeating: "y", count: AddedLines.maxLine + 100))
    #expect(try files.run() == ["yyyyyyy… [cut]"])
    files.add("z\n")
    #expect(try files.run().count == 1)
  }

  @Test func `what is no file is refused in words`() throws {
    let files = FileTrial()
    #expect(try files.run() == [])
    #expect(files.words.hasPrefix("\(files.path) is not there.\nNothing was added; "))
    mkfifo(files.path, 0o600)
    _ = try files.run()
    #expect(files.words.contains("is a pipe, not a file"))
    _ = try files.run(.file(FileSpec(path: files.folder)))
    #expect(files.words.contains("is a folder, not a file"))
    _ = try files.run(.file(FileSpec(path: "/dev/zero")))
    #expect(files.words.contains("is a device, not a file"))
  }

  @Test func `a cursor that is none begins anew`() throws {
    for text in [
      "", "file1", "file1;1:2", "file1;x:1:1:1:1:1:1", "file1;1:1:ffffffffffffffff:1:1:1:1", "i:7",
    ] {
      #expect(FileMarks(parsing: text) == nil)
    }
    let mark = FileMark(
      id: FileID(device: .max, inode: 2), offset: 3, size: 4, isInLine: true,
      fingerprint: FileFingerprint(head: .max, tail: 0))
    let marks = FileMarks([mark, mark])
    #expect(FileMarks(parsing: marks.text) == marks)
  }

  @Test func `a stop ends the reading of a long file`() throws {
    let files = FileTrial()
    // Without a single break, in a file that takes no space.
    files.add("x")
    #expect(truncate(files.path, 1 << 40) == 0)
    var asked = 0
    var asks = WorkAsks()
    asks.isStopped = {
      asked += 1
      return asked > 100
    }
    var follower = FileFollower(FileSpec(path: files.path), files.limits, asks)
    #expect(follower.run(since: nil) == .cancelled)
    #expect(asked < 110)
  }
}
