import Foundation
import Testing

/// The arrows between the targets, as the architecture draws them, held against the imports in the sources.
@Suite struct ImportArrowTests {
  static let allowed: [String: Set<String>] = [
    "RefreshEngine": [],
    "RefreshFiles": ["Glibc"],
    "RefreshWire": ["RefreshEngine"],
    "RefreshStore": ["CSQLite", "CCrypto", "Glibc", "Synchronization"],
    "RefreshLoop": ["CLibUV", "Glibc", "Synchronization"],
    "RefreshSockets": [
      "RefreshFiles", "RefreshLoop", "CLibWebSockets", "CLibUV", "CTLS", "CZlib", "Glibc",
      "Synchronization",
    ],
    // The wire for its JSON reader: bounded, exact about numbers, and able to say where a mistake is.
    "RefreshSources": [
      "RefreshLoop", "RefreshWire", "CCurl", "CLibXML2", "CSQLite", "CZlib", "Glibc", "Synchronization",
    ],
    // Not all of Foundation: with it come 40 MB of languages' data into a package that has Swift's libraries in it.
    "RefreshServer": [
      "RefreshEngine", "RefreshFiles", "RefreshWire", "RefreshStore", "RefreshLoop", "RefreshSockets",
      "RefreshSources", "CAllocator", "CCrypto", "FoundationEssentials", "Glibc", "Synchronization",
    ],
    "RefreshClient": ["RefreshWire", "RefreshEngine", "Synchronization"],
    "RefreshClientSockets": ["RefreshClient", "RefreshSockets", "RefreshLoop", "Synchronization"],
    "RefreshCommands": [
      "RefreshClient", "RefreshClientSockets", "RefreshFiles", "RefreshWire", "RefreshEngine", "CCurl",
      "CCrypto", "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
    ],
    "refreshd": ["RefreshServer", "RefreshCommands", "Glibc"],
    "refresh-bench": ["CLibUV", "CSQLite", "Glibc"],
  ]

  static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  @Test(arguments: allowed.keys.sorted())
  func `a target imports only what the architecture lets it know`(target: String) throws {
    var files = 0
    let folder = Self.sources.appending(path: target)
    let walk = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in walk where file.pathExtension == "swift" {
      files += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      for module in imports(in: text) {
        #expect(
          Self.allowed[target]?.contains(module) == true, "\(target)/\(file.lastPathComponent): \(module)")
      }
    }
    #expect(files > 0)
  }

  @Test func `every target with Swift sources has its arrows written down`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    let swift = folders.filter { !$0.hasPrefix("C") }
    #expect(Set(swift) == Set(Self.allowed.keys))
  }

  private func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
        words[..<at].allSatisfy({ $0.hasPrefix("@") || ["public", "internal", "private"].contains($0) })
      else { return nil }
      let name = words[(at + 1)...].last.map(String.init) ?? ""
      return String(name.split(separator: ".").first ?? "")
    }
  }
}
