import Foundation

signal(SIGPIPE, SIG_IGN)
exit(await Soak.main(CommandLine.arguments))
