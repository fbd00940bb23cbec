import Glibc
import RefreshServer

exit(Serve.main(CommandLine.arguments, environment: Serve.environment))
