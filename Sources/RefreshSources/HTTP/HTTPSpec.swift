/// What a server answers as a source: where it is asked, how its answer is read, and within which bounds.
public struct HTTPSpec: Equatable, Sendable {
  /// The address, `http://…` or `https://…`; it may name a user and a password.
  public var url: String
  /// How the answer is made into rows.
  public var content: ContentFormat
  /// Header fields sent along; to this server only, not to where it sends on to.
  public var headers: [HeaderSpec]
  /// The environment variable that holds a token, sent as `Authorization: Bearer …`.
  public var bearer: String?
  /// How long all of it may take, reading what came included, in milliseconds.
  public var timeout: Int
  /// How long the answer may be, in bytes, after it has been unpacked.
  public var maxBytes: Int
  /// How many times it is sent on to another address at most.
  public var redirects: Int

  /// A source with the usual bounds.
  public init(
    url: String, content: ContentFormat = .automatic, headers: [HeaderSpec] = [], bearer: String? = nil,
    timeout: Int = 30_000, maxBytes: Int = 16_777_216, redirects: Int = 5
  ) {
    self.url = url
    self.content = content
    self.headers = headers
    self.bearer = bearer
    self.timeout = timeout
    self.maxBytes = maxBytes
    self.redirects = redirects
  }

  /// What tells this source from others. It is stored; so it shows no more of the address than where the server is.
  var identity: String {
    let address = HTTPAddress(url)
    return "http:\(address?.name ?? "") \(Fingerprint(address?.withoutUser ?? url).text)"
  }

  /// What tells this reading of the answer from others.
  var reading: String { Fingerprint("\(content)").text }
}

extension HTTPSpec: CustomStringConvertible, CustomDebugStringConvertible {
  /// Where the server is, without what could be secret.
  public var description: String { "http \(HTTPAddress(url)?.name ?? "without an address")" }
  /// The same.
  public var debugDescription: String { description }
}

/// A header field of a request.
public struct HeaderSpec: Equatable, Sendable {
  /// What is sent.
  public enum Value: Equatable, Sendable {
    /// This text.
    case text(String)
    /// What the environment variable of this name holds.
    case environment(String)
  }

  /// The field's name.
  public var name: String
  /// What is sent.
  public var value: Value

  /// A field.
  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}
