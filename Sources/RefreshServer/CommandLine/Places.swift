import FoundationEssentials
import Glibc

/// Where files are looked for when the command line does not say.
enum Places {
  /// The folder of the database.
  static func stateFolder(_ environment: [String: String]) throws(StartError) -> String {
    // systemd separates several state directories by colons; the first is the service's own.
    if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
      return String(folder)
    }
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
      return folder + "/refreshd"
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return home + "/.local/state/refreshd"
    }
    throw StartError(.failure, "no place for the database: HOME is not set; name a file with --db FILE")
  }

  /// The folder of the page: beside an installed executable, or in the package that it was built in.
  static func web() throws(StartError) -> String {
    let executable = executablePath()
    let installed = folder(of: executable) + "/../share/refreshd/web"
    if isPage(installed) { return installed }
    var place = folder(of: executable)
    while place != "/" {
      if FileManager.default.fileExists(atPath: place + "/Package.swift"), isPage(place + "/web") {
        return place + "/web"
      }
      place = folder(of: place)
    }
    throw StartError(
      .failure,
      "the page's files are neither in \(installed) nor in the package of \(executable); name their folder with --web DIR"
    )
  }

  /// Whether a folder holds a page.
  static func isPage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/index.html")
  }

  private static func executablePath() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    return length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : "/"
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
