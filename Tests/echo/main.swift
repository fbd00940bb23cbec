// Sends back every text that it gets, over the same socket layer as the server's: for suites that test RFC 6455 from
// outside. See the article on conformance.
//   echo [--listen HOST:PORT] [--max-message BYTES]
import Glibc
import RefreshLoop
import RefreshSockets

let options: EchoOptions
switch EchoOptions.read(CommandLine.arguments.dropFirst()) {
case .success(let read): options = read
case .failure(let mistake):
  complain("\(mistake.words)\nusage: echo [--listen HOST:PORT] [--max-message BYTES]")
  exit(64)
}

do {
  let loop = try EventLoop()
  let echo = Echo()
  let server = try SocketServer(
    on: loop, listen: options.address, settings: options.settings, delegate: echo)
  print("echo: listening on ws://\(options.address.host):\(server.port)/")
  fflush(nil)
  loop.run()
  withExtendedLifetime((server, echo)) {}
} catch {
  complain("\(error)")
  exit(1)
}

func complain(_ words: String) {
  let bytes = Array("echo: \(words)\n".utf8)
  _ = write(2, bytes, bytes.count)
}
