import RefreshWire

/// What another configuration does to the tokens, in words that hold no secret.
struct TokenChange {
  /// How many of a kind are told by their names.
  private static let most = 10

  private var added: [String?] = []
  private var removed: [String?] = []
  private var changed: [String?] = []

  /// - Parameters:
  ///   - old: the tokens that counted so far.
  ///   - new: those that count from now on.
  init(from old: [AccessToken], to new: [AccessToken]) {
    let before = Dictionary(grouping: old, by: \.digest)
    let after = Dictionary(grouping: new, by: \.digest)
    for (digest, tokens) in after {
      guard let known = before[digest] else {
        added.append(Self.name(tokens))
        continue
      }
      // A token that stands there several times, for several feeds, may be written in another order.
      let isSame = known.allSatisfy(tokens.contains) && tokens.allSatisfy(known.contains)
      if !isSame { changed.append(Self.name(tokens)) }
    }
    for (digest, tokens) in before where after[digest] == nil { removed.append(Self.name(tokens)) }
  }

  /// The words; `nil` if all tokens are as they were.
  var words: String? {
    let parts = [("added", added), ("removed", removed), ("changed", changed)].compactMap { what, names in
      names.isEmpty ? nil : "\(names.count) \(what)\(Self.list(names))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func name(_ tokens: [AccessToken]) -> String? { tokens.compactMap(\.name).first }

  private static func list(_ names: [String?]) -> String {
    let told = names.compactMap(\.self).sorted()
    guard !told.isEmpty else { return "" }
    let more = names.count - min(told.count, most)
    return " (\(told.prefix(most).joined(separator: ", "))\(more > 0 ? " and \(more) more" : ""))"
  }
}
