import Foundation
import Testing

/// The table of promises names tests that exist.
@Suite struct PromiseTests {
  @Test func `every promise names a test, and every test that is named exists`() throws {
    let article = DocumentationTests.articles.appending(path: "Promises.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
    let tests = try names()
    var promises = 0
    for part in lines.split(whereSeparator: { !$0.hasPrefix("|") }) where part.first == "| Promise | Test |" {
      for line in part.dropFirst(2) {
        let cells = line.split(separator: " | ")
        let named = cells.last?.matches(of: /`([^`]+)`/).map { String($0.1) } ?? []
        #expect(cells.count == 2 && !named.isEmpty, "\(line)")
        for name in named where !tests.contains(name) { Issue.record("there is no test '\(name)'") }
        promises += 1
      }
    }
    #expect(promises > 30)
  }

  /// The names of all Swift tests.
  private func names() throws -> Set<String> {
    let folder = DocumentationTests.package.appending(path: "Tests")
    let walk = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in walk where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(text.matches(of: /@Test(?:\([^`]*\))?\s+func\s+`([^`]+)`/).map { String($0.1) })
    }
    return names
  }
}
