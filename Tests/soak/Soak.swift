import Foundation
import RefreshClientSockets

/// The command line of the soak: a real server and many clients, with faults at random, for as long as asked.
enum Soak {
  private static let usage = """
    soak: runs a refreshd with many clients and random faults, and checks that nothing is lost and nothing grows

    usage: soak [--server FILE] [--folder DIR] [MINUTES] [CLIENTS]     (10 minutes, 1000 clients)

    """

  static func main(_ arguments: [String]) async -> Int32 {
    var server = URL(filePath: arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "refreshd").path
    var folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)").path
    var numbers: [Double] = []
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--server": server = rest.popFirst() ?? server
      case "--folder": folder = rest.popFirst() ?? folder
      default:
        guard let number = Double(word), number > 0, numbers.count < 2 else {
          say(usage)
          return word == "--help" ? 0 : 64
        }
        numbers.append(number)
      }
    }
    let minutes = numbers.first ?? 10
    let clients = numbers.count > 1 ? Int(numbers[1]) : 1_000
    do {
      raiseDescriptorLimit()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let server = try SoakServer(program: server, folder: folder)
      defer { server.kill() }
      let course = try Course(server: server, clients: clients, minutes: minutes)
      let mistakes = try await course.run()
      for mistake in mistakes { say("WRONG: \(mistake)") }
      say(mistakes.isEmpty ? "All is as promised." : "The database and the server's log are in \(folder).")
      if mistakes.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
      return mistakes.isEmpty ? 0 : 1
    } catch {
      say("soak: \(error)")
      return 1
    }
  }

  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// Prints a line at once, also into a file.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Why the soak cannot go on.
struct SoakError: Error, CustomStringConvertible {
  let description: String
}
