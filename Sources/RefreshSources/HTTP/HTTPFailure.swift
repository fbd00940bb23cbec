import CCurl

/// The words for the ways in which a request fails. They name the servers, and nothing else of the addresses.
struct HTTPFailure {
  /// Where the source is.
  let home: HTTPAddress
  private let address: HTTPAddress
  private let secrets: HTTPSecrets

  init(_ home: HTTPAddress, secrets: [String]) {
    self.home = home
    address = home
    self.secrets = HTTPSecrets(told: secrets, address: home)
  }

  private init(_ other: HTTPFailure, at address: HTTPAddress) {
    home = other.home
    self.address = address
    secrets = other.secrets
  }

  /// The same for a request to another address.
  func at(_ address: HTTPAddress) -> HTTPFailure { HTTPFailure(self, at: address) }

  /// Whether it is the server that the source names, by TLS or without.
  private var isHome: Bool { address.name == home.name }

  var host: String {
    isHome ? home.name : "\(address.name) (where \(home.name) sends on to)"
  }

  static func failed(_ code: SourceFailure, _ fault: String, _ advice: String) -> SourceOutcome {
    .failed(code: code, message: "\(fault).\nNothing was added; \(advice), then refresh again.")
  }

  // MARK: Before the request

  static let noAddress = failed(
    .network, "The address of this source is none of HTTP", "put it right in the configuration")

  static func missing(_ variable: String) -> SourceOutcome {
    failed(
      .network,
      "The environment variable \(variable), which this source sends to its server, is not set, is empty or has "
        + "characters that cannot be sent",
      "set it for refreshd and start that anew")
  }

  func unsent(_ code: CURLcode) -> SourceOutcome {
    Self.failed(
      .network, "The request to \(host) could not be sent: \(String(cString: curl_easy_strerror(code)))",
      "see that the server has memory and descriptors")
  }

  // MARK: What was answered

  func status(_ head: HTTPHead, _ body: [UInt8]) -> SourceOutcome {
    // Everybody reads it: what a server says to which nobody meant to send is not for them.
    let quote = isHome ? secrets.removed(from: HTTPQuote.text(body, contentType: head.contentType)) : ""
    let reason = isHome ? secrets.removed(from: head.reason) : ""
    let what =
      "\(host) answered \(head.status)\(reason.isEmpty ? "" : " \(reason)")\(quote.isEmpty ? "" : ": \(quote)")"
    let advice =
      switch head.status {
      case 401, 403:
        address.isSameOrigin(as: home)
          ? "check the token, the headers or the password of this source"
          : "give \(address.name) itself as the address of this source: tokens, headers and passwords are not sent on"
      case 404, 410: "check the address of this source"
      case 429: "wait a while"
      case 500...: "wait until that server is well again"
      default: "check the address and the headers of this source"
      }
    return Self.failed(.http, what.withoutFullStop, advice)
  }

  func redirects(_ count: Int) -> SourceOutcome {
    Self.failed(
      .http, "\(host) sends on once more after \(count) redirects", "check the address of this source")
  }

  var elsewhere: SourceOutcome {
    Self.failed(
      .http, "\(host) sends on to an address that is not one of http or https, which is not followed",
      "check the address of this source")
  }

  /// It leads from a server out there to this machine or into its network.
  var inside: SourceOutcome {
    if isHome {
      return Self.failed(
        .network,
        "\(home.name), which was elsewhere before, now leads to this server's own machine or into its network, so it was "
          + "not asked", "see who changed that name; if it is meant, start refreshd anew")
    }
    return Self.failed(
      .http,
      "\(home.name) sends on to \(address.name), which is this server's own machine or in its network, so that is not "
        + "followed", "if that is meant, give that address itself as the address of this source")
  }

  var longHead: SourceOutcome {
    Self.failed(
      .http, "\(host) answered with more than \(HTTPHead.maxBytes) bytes of headers",
      "check the address of this source")
  }

  func tooLong(_ bytes: Int) -> SourceOutcome {
    Self.failed(
      .parse, "\(host) answered with more than \(bytes) bytes, which were not read to their end",
      "ask for less, or give this source a larger maxBytes")
  }

  var unclearLength: SourceOutcome {
    Self.failed(
      .http,
      "\(host) does not say clearly how long its answer is, so it cannot be seen whether all of it came",
      "see what serves it: its Content-Length is no number, or there are two that differ")
  }

  var partial: SourceOutcome {
    Self.failed(
      .http, "\(host) answered 206, a part of what was asked for", "check the address of this source")
  }

  func packed(_ fault: PackedBody.Fault, _ head: HTTPHead) -> SourceOutcome {
    let what =
      fault == .unknown
      ? "is packed in a way that was not asked for\(isHome ? " (\(clean(head.encoding ?? "")))" : "")"
      : "came packed and cannot be unpacked to its end: it was cut, or is not what it is said to be"
    return Self.failed(.parse, "The answer of \(host) \(what)", "see what serves it")
  }

  func content(_ error: ContentError) -> SourceOutcome {
    .failed(code: .parse, message: "\(host): \(secrets.removed(from: error.description))")
  }

  /// Without what nobody else may see.
  func clean(_ text: String) -> String {
    String(secrets.removed(from: LineText.clean(text.utf8)).prefix(200)).withoutFullStop
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
