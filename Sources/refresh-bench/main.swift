import Glibc

exit(Bench.main(CommandLine.arguments))
