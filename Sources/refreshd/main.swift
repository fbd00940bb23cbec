import Glibc
import RefreshCommands
import RefreshServer

let environment = Serve.environment
exit(
  Commands.main(
    CommandLine.arguments, environment: environment, reference: ServerReference.ofServer)
    ?? Serve.main(
      CommandLine.arguments, environment: environment, commands: Commands.overview, others: Commands.words))
