/// `refreshd man`: the manual page.
enum ManCommand {
  static let entry = CommandEntry(
    name: "man", operand: nil, summary: "prints the manual page",
    about: "The page is made of the same tables as the command line, so it says what this program does.",
    options: [],
    examples: ["refreshd man | man -l -", "refreshd man > /usr/local/share/man/man1/refreshd.1"],
    statuses: [],
    run: { (arguments) throws(CommandError) in
      try StandardOutput.print(ManPage.text(arguments.reference()))
      return .ok
    })
}

/// `refreshd completions`: what a shell needs to complete the command line.
enum CompletionsCommand {
  static let entry = CommandEntry(
    name: "completions", operand: .word(["bash", "zsh"]), summary: "prints the completion for a shell",
    about:
      "Completes commands, options, their values, and the names of the feeds of the server that is meant.",
    options: [],
    examples: [
      "source <(refreshd completions bash)",
      "refreshd completions zsh > /usr/local/share/zsh/site-functions/_refreshd",
    ], statuses: [],
    run: { (arguments) throws(CommandError) in
      let shell = try arguments.word()
      let known = KnownCommands(arguments.reference())
      try StandardOutput.print(shell == "bash" ? BashCompletion.text(known) : ZshCompletion.text(known))
      return .ok
    })
}
