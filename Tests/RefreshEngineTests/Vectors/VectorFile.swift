import Foundation
import RefreshEngine
import Testing

/// `Tests/Vectors/engine.json`; its `about` says what the fields mean.
struct VectorFile: Decodable {
  struct Travelled: Decodable, CustomTestStringConvertible {
    var policy: String
    var travelled: Double
    var view: Double
    var displacement: Double
    var percent: Double

    var testDescription: String { "\(policy): \(travelled) px in \(view) px" }
  }

  struct Case: Decodable, CustomTestStringConvertible {
    var name: String
    var policy: [String: String]
    var steps: [Step]

    var testDescription: String { name }
  }

  struct Step: Decodable {
    var at: Milliseconds
    var sample: Sample?
    var event: Event?
    var reports: [Report]?
    var error: String?
  }

  struct Sample: Decodable {
    struct Scroll: Decodable {
      var top: Double
      var height: Double
      var view: Double
    }

    var phase: String
    var id: Int
    var x: Double
    var y: Double
    var scroll: Scroll
  }

  struct Event: Decodable {
    var kind: String
    var edge: String?
    var outcome: String?
    var policy: [String: String]?
  }

  struct Report: Decodable {
    struct Movement: Decodable {
      var from: Double
      var to: Double
      var duration: Milliseconds
    }

    var phase: String
    var edge: String?
    var offset: Double
    var percent: Double
    var run: RunID?
    var why: String?
    var retryAfter: Milliseconds?
    var settle: Movement?
  }

  struct Policy: Decodable {
    var preset: String?
    var trigger: String
    var begins: String
    var travel: String
    var coefficient: Double
    var threshold: Double
    var limit: Double
    var rest: Double
    var slop: Double
    var settle: Milliseconds
    var minimumVisible: Milliseconds
    var deadline: Milliseconds
    var cooldown: Milliseconds
    var needsOverflow: Bool
  }

  var policies: [String: Policy]
  var travel: [Travelled]
  var gestures: [Case]
  var feeds: [Case]

  static let shared: VectorFile = {
    let tests = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "Vectors/engine.json")
    do {
      return try JSONDecoder().decode(VectorFile.self, from: Data(contentsOf: file))
    } catch {
      fatalError("\(file.path) cannot be read: \(error)")
    }
  }()
}
