import RefreshCommands
import RefreshServer

extension ServerReference {
  /// What the server's own tables tell.
  static let ofServer = ServerReference(
    help: Help.text(commands: Commands.overview),
    commands: CommandPage.all.map { page in
      Command(
        words: page.words, usage: page.usage, summary: page.summary, about: page.about,
        options: page.options, statuses: page.statuses, examples: page.examples)
    })
}
