import Foundation
import Testing

/// The README and the documentation hold together.
@Suite struct DocumentationTests {
  static let package = ImportArrowTests.sources.deletingLastPathComponent()
  static let articles = ImportArrowTests.sources.appending(path: "refreshd/Documentation.docc")

  @Test func `every link to a file leads to one`() throws {
    let text = try String(contentsOf: Self.package.appending(path: "README.md"), encoding: .utf8)
    let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }
    #expect(links.count >= 4)
    for link in links {
      let parts = link.split(separator: "#")
      let file = Self.package.appending(path: String(parts[0]))
      #expect(FileManager.default.fileExists(atPath: file.path), "README.md: \(link)")
      guard parts.count > 1 else { continue }
      let anchors = try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^#+ (.+)$/).map {
        $0.1.lowercased().replacing(" ", with: "-")
      }
      #expect(anchors.contains(String(parts[1])), "README.md: \(link)")
    }
  }

  @Test func `every link to an article leads to one, and every article is linked`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.articles.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    var linked: Set<String> = ["refreshd"]
    for name in names {
      let text = try String(contentsOf: Self.articles.appending(path: name + ".md"), encoding: .utf8)
      for match in text.matches(of: /<doc:([A-Za-z]+)>|\]\(([A-Za-z]+)\.md\)/) {
        let target = String(match.1 ?? match.2 ?? "")
        #expect(names.contains(target), "\(name).md: \(target)")
        linked.insert(target)
      }
    }
    #expect(linked == Set(names))
  }
}
