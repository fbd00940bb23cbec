import Foundation
import Testing

/// The inputs that fuzzing has collected, replayed; see scripts/fuzz.
@Suite struct CorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "corpus")

  @Test(arguments: FuzzTarget.allCases)
  func `what is promised of every input holds for those collected`(target: FuzzTarget) throws {
    let folder = Self.corpus.appending(path: target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
    #expect(names.count >= 30)
    for name in names {
      let input = Array(try Data(contentsOf: folder.appending(path: name)))
      #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.check(input) }
      // An input that is cut off must not do harm either.
      for count in Set([0, 1, input.count / 2, input.count - 1]) where (0..<input.count).contains(count) {
        #expect(throws: Never.self, "\(target.rawValue)/\(name), \(count) bytes") {
          try target.check(Array(input[..<count]))
        }
      }
    }
  }
}
