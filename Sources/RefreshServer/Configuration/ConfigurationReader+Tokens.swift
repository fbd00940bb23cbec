import RefreshWire

extension ConfigurationReader {
  /// Reads who may do what. No mistake repeats what is written for a hash, which could be the token itself.
  mutating func readTokens(_ field: String, _ value: ConfigurationValue) -> [AccessToken] {
    guard case .list(let values) = value, values.count <= 1_000 else {
      return wrong(field, "write a list of at most 1000 tokens; 'refreshd token' prints what to put there")
        ?? []
    }
    return values.enumerated().compactMap { index, value in
      guard case .object(let fields) = value else {
        return wrong("\(field)[\(index)]", "write an object with role and hash; 'refreshd token' prints it")
      }
      return readToken("\(field)[\(index)]", fields)
    }
  }

  /// Reads where the certificate and its key are.
  mutating func readTLS(_ field: String, _ value: ConfigurationValue) -> TLSFiles? {
    guard case .object(let fields) = value, Set(fields.keys) == ["cert", "key"] else {
      return wrong(field, "write the files of the certificate and its key: { cert: \"…\", key: \"…\" }")
    }
    guard let certificate = text("\(field).cert", fields["cert"]!),
      let key = text("\(field).key", fields["key"]!)
    else { return nil }
    return TLSFiles(certificate: certificate, key: key)
  }

  private mutating func readToken(_ at: String, _ fields: [String: ConfigurationValue]) -> AccessToken? {
    var name: String?
    var role: Role?
    var feeds: Set<FeedName>?
    var hash: String?
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      let place = "\(at).\(field)"
      switch field {
      case "name": name = text(place, value)
      case "role": role = readRole(place, value)
      case "hash": hash = text(place, value)
      case "feeds": feeds = readFeedNames(place, value)
      default: note(place, "there is no such field; there are name, role, hash and feeds")
      }
    }
    if fields["role"] == nil { note("\(at).role", "is missing: \(Role.form)") }
    guard let hash, let token = AccessToken(name: name, hash: hash, role: role ?? .view, feeds: feeds) else {
      return wrong("\(at).hash", "write \(AccessToken.hashForm)")
    }
    return role == nil ? nil : token
  }

  private mutating func readRole(_ at: String, _ value: ConfigurationValue) -> Role? {
    guard let word = text(at, value) else { return nil }
    return Role(rawValue: word) ?? wrong(at, "write \(Role.form)")
  }

  private mutating func readFeedNames(_ at: String, _ value: ConfigurationValue) -> Set<FeedName>? {
    guard case .list(let values) = value, !values.isEmpty else {
      return wrong(at, "write a list of feeds' names, or leave it out for all feeds")
    }
    return Set(
      values.enumerated().compactMap { index, value in
        text("\(at)[\(index)]", value).flatMap { name in
          FeedName(name) ?? wrong("\(at)[\(index)]", "is no feed's name")
        }
      })
  }
}
