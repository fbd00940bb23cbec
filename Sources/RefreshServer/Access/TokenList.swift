/// The tokens that the operator has given out.
struct TokenList: Sendable {
  /// A token and what it allows.
  struct Entry: Sendable {
    let digest: [UInt8]
    let grant: Grant
  }

  let entries: [Entry]

  /// - Parameter tokens: the same token may be there several times, with other roles for other feeds.
  init(_ tokens: [AccessToken]) {
    var digests: [[UInt8]] = []
    for token in tokens where !digests.contains(token.digest) { digests.append(token.digest) }
    entries = digests.map { digest in
      Entry(digest: digest, grant: Grant(tokens.filter { $0.digest == digest }))
    }
  }

  /// Without any token everybody may do everything.
  var isEmpty: Bool { entries.isEmpty }

  /// The entry of a token's digest, found in a time that does not tell which it is, or how near another came.
  func entry(_ digest: [UInt8]) -> Entry? {
    var found: Entry?
    for entry in entries where Secret.areEqual(entry.digest, digest) { found = entry }
    return found
  }
}
