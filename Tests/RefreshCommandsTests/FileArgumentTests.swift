import Foundation
import Glibc
import Testing

/// Files that are named on the command line and are none: nothing waits for them.
@Suite struct FileArgumentTests {
  private static let commands = [
    "tail main --lines 1 --until-idle --state", "export main --state", "feeds --token-file",
    "append main --token-file", "config check", "--listen 127.0.0.1:0 --config", "check --config",
    "--listen 127.0.0.1:0 --db x --tls-key completions --tls-cert",
    "--listen 127.0.0.1:0 --db x --tls-cert completions --tls-key",
  ]
  private static let databases = [
    "check --db", "backup copy --db", "restore whole --db", "restore", "--listen 127.0.0.1:0 --db",
  ]

  @Test(arguments: [
    ("x-fifo", "it is a named pipe and no ordinary file", "is no ordinary file"),
    ("x-dir", "it is a folder and no ordinary file", "is a directory"),
    ("/dev/zero", "it is a device and no ordinary file", "is no ordinary file"),
  ])
  func `a path that is no ordinary file is refused at once, in words, and stays as it is`(
    path: String, why: String, whyNoDatabase: String
  ) async throws {
    let server = try await RunningServer()
    let folder = server.folder + "/paths"
    try FileManager.default.createDirectory(atPath: folder + "/x-dir", withIntermediateDirectories: true)
    #expect(mkfifo(folder + "/x-fifo", 0o600) == 0)
    let backup = try await Called.shell("cd \(folder); refreshd backup whole --db ../test.sqlite", server)
    #expect(backup.status == 0, "\(backup.errors)")
    let calls =
      Self.commands.map { ($0, why) } + Self.databases.map { ($0, whyNoDatabase) }
      + [("--listen 127.0.0.1:0 --web", "holds no index.html")]
    for (command, words) in calls {
      let end = command == "restore" ? " --db y" : ""
      let call = try await Called.shell(
        "cd \(folder); cp /etc/passwd completions; timeout 60 $REFRESHD \(command) \(path)\(end)", server)
      #expect([1, 64, 78].contains(call.status), "\(command): \(call.status) \(call.errors)")
      #expect((call.errors + call.output).contains(words), "\(command): \(call.errors)")
    }
    #expect(FileManager.default.fileExists(atPath: folder + "/x-fifo"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/x-dir")
    #expect(left.isEmpty, "\(left)")
  }

  @Test func `a pipe that a shell hands over is read to its end`() async throws {
    let token = try await Called.shell("refreshd token --role view")
    let hash = try #require(token.output.firstMatch(of: /view:sha256:\S+/)).0
    let secret = try #require(token.output.firstMatch(of: /rt_\S+/)).0
    let server = try await RunningServer(["--token", String(hash)])
    let call = try await Called.shell(
      """
      refreshd feeds --token-file <(echo '\(secret)') | wc -l
      echo '\(secret)' | refreshd feeds --token-file /dev/stdin | wc -l
      refreshd config example | refreshd config check /dev/stdin
      refreshd config check <(echo '{ feeds: { a: {} } }')
      """, server)
    #expect(call.lines.prefix(2) == ["5", "5"], "\(call.errors)")
    #expect(call.lines.last?.hasSuffix("is in order: 1 feed (a)") == true, "\(call.output)")
  }

  @Test func `an empty file for a place is filled, as mktemp makes one`() async throws {
    let server = try await RunningServer()
    let call = try await Called.shell(
      """
      place=$(mktemp); refreshd tail main --lines 1 --until-idle --state $place; echo x | refreshd append main --quiet
      refreshd tail main --until-idle --state $place; rm $place
      """, server)
    #expect(call.lines == ["Line 5", "x"], "\(call.errors)")
  }
}
