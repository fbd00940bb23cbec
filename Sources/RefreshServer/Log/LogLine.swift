import FoundationEssentials
import Glibc
import RefreshWire

/// In which form the log is written.
public enum LogFormat: String, Sendable, CaseIterable {
  /// Time, level and words, for people.
  case text
  /// A JSON object a line, for programs.
  case json

  /// What to write.
  static let form = allCases.map(\.rawValue).joined(separator: " or ")
}

/// What a line of the log is about.
struct LogSubject: Sendable {
  var feed: String?
  var run: Int?
  var client: String?
  var request: String?

  static let nothing = LogSubject()
}

/// One line of the log.
struct LogLine {
  /// The longest that goes out whole, in bytes: what a pipe takes at once.
  static let room = StandardError.room

  let time: String
  let level: LogLevel
  let words: String
  let subject: LogSubject

  init(_ level: LogLevel, _ words: String, _ subject: LogSubject = .nothing, at date: Date = Date()) {
    time = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    self.level = level
    self.words = words
    self.subject = subject
  }

  /// The line with its end.
  func text(_ format: LogFormat) -> String {
    switch format {
    case .text: "\(time) \(level.rawValue) \(Self.oneLine(words))\n"
    case .json: json
    }
  }

  private var json: String {
    let whole = encoded(words)
    if whole.utf8.count <= Self.room { return whole }
    // Each character may take six bytes; a line that is cut anywhere else would be no JSON.
    let rest = Self.room - encoded("").utf8.count
    return encoded(String(String.UnicodeScalarView(words.unicodeScalars.prefix(rest / 6 - 1))) + "…")
  }

  private func encoded(_ words: String) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("time", time)
    writer.field("level", word: level)
    writer.field("message", words)
    writer.field("feed", subject.feed)
    writer.field("run", subject.run)
    writer.field("client", subject.client)
    writer.field("request", subject.request)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// A line break in a message, which may hold a client's or a command's words, must not forge a line.
  static func oneLine(_ words: String) -> String {
    guard words.unicodeScalars.contains(where: breaks) else { return words }
    return String(String.UnicodeScalarView(words.unicodeScalars.map { breaks($0) ? " " : $0 }))
  }

  private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
