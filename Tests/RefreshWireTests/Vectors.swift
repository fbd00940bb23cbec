import Foundation
import RefreshWire
import Testing

/// The vectors that these tests and those of the page share.
struct Vectors: Decodable {
  struct Vector: Decodable, CustomTestStringConvertible {
    var name: String
    var text: String?
    var bytes: [UInt8]?
    var outcome: String
    var encoded: String?
    var code: String?
    var field: String?
    var feed: String?
    var n: Int?
    var key: String?

    var content: [UInt8] { bytes ?? Array((text ?? "").utf8) }
    var testDescription: String { name }
  }

  var client: [Vector]
  var server: [Vector]

  static let all: Vectors = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/wire.json")
    do {
      return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    } catch {
      fatalError("\(file.path): \(error)")
    }
  }()
}
