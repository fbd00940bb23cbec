import RefreshLoop
import RefreshSources
import TestSupport
import Testing

/// Commands with arguments, a folder and variables of their own.
@Suite struct CommandSpecTests {
  private func run(_ spec: CommandSpec) throws -> SourceTrial {
    let trial = try SourceTrial()
    trial.run(CommandSource(spec))
    return trial
  }

  @Test func `a program gets its arguments as they are written`() throws {
    let words = ["printf", "%s\\n", "a  b", "$HOME", "*", "'", ""]
    #expect(try run(CommandSpec(run: .program(words))).rows == ["a  b", "$HOME", "*", "'", ""])
  }

  @Test func `a command runs in its folder, with its variables and those of the run`() throws {
    let folder = TemporaryFolder.untilTheEnd()
    let spec = CommandSpec(
      run: .shell("pwd; echo \"$COLOUR $REFRESH_RUN ${HOME:+home}\""), directory: folder,
      environment: ["COLOUR": "blue", "REFRESH_RUN": "none"])
    #expect(try run(spec).rows == [folder, "blue 7 home"])
  }

  @Test func `a variable of the server can be set anew, PATH too`() throws {
    let spec = CommandSpec(run: .program(["printenv", "HOME"]), environment: ["HOME": "/elsewhere"])
    #expect(try run(spec).rows == ["/elsewhere"])
    let lost = try run(CommandSpec(run: .program(["printenv", "HOME"]), environment: ["PATH": "/nowhere"]))
    #expect(lost.failure?.code == .spawn)
  }

  @Test func `what cannot be started is told with what to look at`() throws {
    let folder = try run(CommandSpec(run: .shell("true"), directory: "/no/such/folder"))
    #expect(folder.failure?.code == .spawn)
    #expect(folder.failure?.message.contains("see that the folder /no/such/folder is there") == true)
    let program = try run(CommandSpec(run: .program(["no-such-program-here"])))
    #expect(program.failure?.code == .spawn)
    #expect(program.failure?.message.contains("check that the program is installed") == true)
    #expect(program.failure?.message.contains("no-such-program-here") == true)
    let file = try run(CommandSpec(run: .program(["/etc/passwd"])))
    #expect(file.failure?.message.contains("make the program executable") == true)
  }

  @Test func `every mistake is told with its field`() {
    let spec = CommandSpec(
      run: .program([]), directory: "", environment: ["A=B": "", "REFRESH_FEED": "x", "N": "a\0", "OK": ""])
    #expect(
      spec.mistakes.map(\.field) == [
        "run", "directory", "environment", "environment.N", "environment.REFRESH_FEED",
      ])
    #expect(CommandSpec(run: .shell(" \t")).mistakes.map(\.field) == ["run"])
    #expect(CommandSpec(run: .program(["a\0"])).mistakes.map(\.field) == ["run"])
    #expect(
      CommandSpec(run: .program(["ls", ""]), directory: "/tmp", environment: ["A": ""]).mistakes.isEmpty)
  }
}
