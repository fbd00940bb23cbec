import Glibc
import RefreshCommands
import RefreshServer

let environment = Serve.environment
exit(
  Commands.main(
    CommandLine.arguments, environment: environment, serverHelp: Help.text(commands: Commands.overview))
    ?? Serve.main(
      CommandLine.arguments, environment: environment, commands: Commands.overview, others: Commands.words))
