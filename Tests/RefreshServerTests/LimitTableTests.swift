import Foundation
import Testing

@testable import RefreshServer

/// The documentation's table of limits says what holds.
@Suite struct LimitTableTests {
  private static let text: String = {
    let file = LiveServer.package.appending(path: "Sources/refreshd/Documentation.docc/Limits.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  private static let rows: [String: [String]] = {
    var rows: [String: [String]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      rows[cells[0].trimmingCharacters(in: ["`"])] = cells
    }
    return rows
  }()

  @Test func `every limit is in the table with its default, and the table has no other`() throws {
    let documented = Set(Self.rows.keys)
    for tunable in Tunable.sizes + Tunable.limits {
      let cells = try #require(Self.rows[tunable.name], "\(tunable.name) is missing")
      #expect(cells.count == 5, "\(cells)")
      #expect(cells[1] == "\(Tunables()[keyPath: tunable.path])", "\(tunable.name)")
    }
    for name in documented {
      let tunable = try #require(Tunable.all.first { $0.name == name }, "\(name) is no setting")
      #expect(Self.rows[name]?[1] == "\(Tunables()[keyPath: tunable.path])", "\(name)")
    }
  }
}
