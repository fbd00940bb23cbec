import Foundation
import Glibc

/// How much is logged; each level includes those before it.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// What needs the operator.
  case error
  /// What may need the operator.
  case warning
  /// What a server's diary holds: starts, runs, stops.
  case info
  /// Connections and requests.
  case debug

  /// Whether a level is told before another.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// Writes lines to standard error: time, level, words.
public struct Log: Sendable {
  let level: LogLevel

  /// A log that leaves out what is beyond a level.
  public init(level: LogLevel) {
    self.level = level
  }

  /// What needs the operator.
  public func error(_ words: @autoclosure () -> String) { write(.error, words) }
  /// What may need the operator.
  public func warning(_ words: @autoclosure () -> String) { write(.warning, words) }
  /// The diary.
  public func info(_ words: @autoclosure () -> String) { write(.info, words) }
  /// Connections and requests.
  public func debug(_ words: @autoclosure () -> String) { write(.debug, words) }

  private func write(_ level: LogLevel, _ words: () -> String) {
    guard level <= self.level else { return }
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let line = "\(time) \(level.rawValue) \(Self.oneLine(words()))\n"
    StandardError.write(line)
  }

  /// A line break in a message, which may hold a client's or a command's words, must not forge a line.
  private static func oneLine(_ words: String) -> String {
    guard words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return words
    }
    return String(
      String.UnicodeScalarView(
        words.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
