import Foundation

@testable import RefreshServer

/// A configuration file of a test.
struct ConfigurationFile {
  let path: String

  init(_ text: String) throws {
    path = LiveServer.temporaryFolder() + "/refreshd.json5"
    try write(text)
  }

  func write(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  func settings(_ environment: [String: String] = [:], _ options: [String] = []) throws -> Settings {
    guard case .serve(let options) = try Invocation(["--config", path] + options) else {
      throw StartError(.usage, "not serve")
    }
    return try Settings(options, environment: environment.merging(["HOME": "/h"]) { $1 })
  }

  /// What is wrong with it, a line each, without the file's name; empty if nothing is.
  func mistakes(_ environment: [String: String] = [:]) -> [String] {
    do {
      _ = try settings(environment)
      return []
    } catch let error as StartError where error.code == .configuration {
      return error.message.split(separator: "\n").map { String($0).replacing(path + ":", with: "") }
    } catch {
      return ["\(error)"]
    }
  }
}
