import Foundation
import TestSupport
import Testing

/// The completions, as real shells at a terminal use them.
@Suite struct CompletionTests {
  /// A person at a shell: types each line and the key for a completion, and has the words printed that are there then.
  /// `refreshd` itself is not found by this shell.
  private static let person = """
    zmodload zsh/zpty
    shell=$1 file=$2; shift 2
    zpty person "exec env -i PATH=/usr/bin:/bin TERM=dumb LC_ALL=C.UTF-8 $shell"
    zpty -w person 'stty columns 300 -echo; PS1=""; record() { printf "<%s>" "$@"; printf "\\nDO""NE\\n"; }'
    [[ $shell != zsh* ]] || zpty -w person 'autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word'
    zpty -w person "source $file; record ready"
    zpty -r person seen '*DONE*'
    for line in "$@"; do
      zpty -w -n person "$line"$'\\t\\C-A'"record "$'\\C-E\\n'
      zpty -r person seen '*DONE*'
      print -r -- "$seen" | tr -d '\\r' | grep -o '<[^<>]*>' | tr -d '\\n'; print
    done
    """

  /// Types into a shell that has the completions as they are printed, but for the 2 s that a person is kept waiting for
  /// the names of feeds at most, which a busy machine may take for an answer.
  private func complete(_ shell: String, _ lines: [String], _ server: RunningServer? = nil) async throws
    -> Called
  {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try Data(Self.person.utf8).write(to: URL(filePath: folder.path + "/person.zsh"))
    let typed = lines.map { "'\($0)'" }.joined(separator: " ")
    let call = shell == "zsh" ? "zsh -f -i" : "bash --norc --noprofile -i"
    return try await Called.shell(
      """
      cd \(folder.path) && refreshd completions \(shell) > printed && grep -q 'timeout 2 ' printed &&
      sed 's/timeout 2 /timeout 100 /' printed > completions &&
      timeout 150 zsh -f person.zsh '\(call)' "$PWD/completions" \(typed)
      """, server)
  }

  /// What is typed, and the words that are there then, alike in both shells.
  private static let completions = [
    ("refreshd ta", "<refreshd><tail>"), ("refreshd backu", "<refreshd><backup>"),
    ("refreshd serv", "<refreshd><serve>"), ("refreshd help ta", "<refreshd><help><tail>"),
    ("refreshd --conf", "<refreshd><--config>"), ("refreshd --trigger rel", "<refreshd><--trigger><release>"),
    ("refreshd tail --li", "<refreshd><tail><--lines>"), ("refreshd token --ro", "<refreshd><token><--role>"),
    ("refreshd pull x --edge bo", "<refreshd><pull><x><--edge><bottom>"),
    ("refreshd config ex", "<refreshd><config><example>"),
    ("refreshd config check completi", "<refreshd><config><check><completions>"),
    ("refreshd config example completi", "<refreshd><config><example><completi>"),
    ("refreshd backup completi", "<refreshd><backup><completions>"),
    ("refreshd token completi", "<refreshd><token><completi>"),
    ("refreshd token --role vi", "<refreshd><token><--role><view>"),
    ("refreshd --log deb", "<refreshd><--log><debug>"),
    ("refreshd --log-format js", "<refreshd><--log-format><json>"),
    ("refreshd completions b", "<refreshd><completions><bash>"),
    ("./refreshd tail --token-f", "<./refreshd><tail><--token-file>"),
    ("refreshd --tls-cert completi", "<refreshd><--tls-cert><completions>"),
    ("refreshd check --db completi", "<refreshd><check><--db><completions>"),
  ]

  @Test(arguments: ["bash", "zsh"])
  func `commands, options and their values are completed without the program, and feeds silently not`(
    shell: String
  ) async throws {
    let server = try await RunningServer()
    let lines = Self.completions.map(\.0) + ["refreshd tail hea", "refreshd tail --lines 3"]
    let call = try await complete(shell, lines, server)
    #expect(
      call.lines == Self.completions.map(\.1) + ["<refreshd><tail><hea>", "<refreshd><tail><--lines><3>"],
      "\(call.errors)")
  }

  @Test(arguments: ["bash", "zsh"])
  func `feeds are those of the server that is meant, asked by the program that is called`(shell: String)
    async throws
  {
    let server = try await RunningServer()
    let program = Executable.url.path
    let place = "http://127.0.0.1:\(server.port)"
    let lines = [
      "\(program) tail --server \(place) hea", "\(program) pull --server=\(place) --name A ov",
      "\(program) append --server http://127.0.0.1:1 hea",
      "\(program) drive --server \(place) --feed hea",
    ]
    let expected = [
      "<\(program)><tail><--server><\(place)><header>",
      "<\(program)><pull><--server=\(place)><--name><A><overlay>",
      "<\(program)><append><--server><http://127.0.0.1:1><hea>",
      "<\(program)><drive><--server><\(place)><--feed><header>",
    ]
    let call = try await complete(shell, lines)
    #expect(call.lines == expected, "\(call.errors)")
  }

  @Test(arguments: ["bash", "zsh"])
  func `a value may stand behind an equals sign`(shell: String) async throws {
    let call = try await complete(shell, ["refreshd pull x --edge=bo", "refreshd --trigger=rel"])
    #expect(call.lines == ["<refreshd><pull><x><--edge=bottom>", "<refreshd><--trigger=release>"])
  }

  @Test func `zsh and shellcheck find nothing wrong with the completions`() async throws {
    let call = try await Called.shell(
      "refreshd completions zsh | zsh -n /dev/stdin && refreshd completions bash | shellcheck -s bash -")
    #expect(call.status == 0, "\(call.output) \(call.errors)")
  }
}
