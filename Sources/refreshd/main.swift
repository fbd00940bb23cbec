import Glibc
import RefreshCommands
import RefreshServer

let environment = Serve.environment
exit(
  Commands.main(
    CommandLine.arguments, environment: environment,
    reference: ServerReference(
      help: Help.text(commands: Commands.overview),
      commands: CommandPage.all.map { page in
        ServerReference.Command(
          words: page.words, usage: page.usage, summary: page.summary, about: page.about,
          options: page.options, statuses: page.statuses, examples: page.examples)
      }))
    ?? Serve.main(
      CommandLine.arguments, environment: environment, commands: Commands.overview, others: Commands.words))
