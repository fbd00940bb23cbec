/// What the bearer of a token may do, as operators write it.
public enum Role: String, CaseIterable, Sendable {
  /// Read: rows, states, who watches, runs.
  case view
  /// Refresh, too: by pulling, by asking, and cancel.
  case pull
  /// Append rows, and nothing else: for programs.
  case append
  /// Everything.
  case admin

  /// What it stands for.
  var rights: Rights {
    switch self {
    case .view: .view
    case .pull: [.view, .pull]
    case .append: .append
    case .admin: .all
    }
  }

  /// What to write.
  static let form = allCases.dropLast().map(\.rawValue).joined(separator: ", ") + " or \(Role.admin.rawValue)"

  /// The roles that hold a right, in words.
  static func words(for right: Rights) -> String {
    allCases.filter { $0.rights.isSuperset(of: right) }.map(\.rawValue).joined(separator: " or ")
  }
}

/// What may be done with a feed.
struct Rights: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let view = Rights(rawValue: 1)
  static let pull = Rights(rawValue: 2)
  static let append = Rights(rawValue: 4)
  static let all: Rights = [.view, .pull, .append]
}
