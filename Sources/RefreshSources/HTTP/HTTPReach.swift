import CCurl

/// Where the answers of a source's server may send on to.
///
/// Somebody on the internet must not be able to have this server ask what only machines beside it can ask. So from a server
/// out there no answer leads to this machine or into its network; from one that is in it every answer may.
struct HTTPReach {
  /// Which addresses are not everybody's.
  let isInside: (HostAddress) -> Bool
  private let environment: (String) -> String?
  /// Whether the source's own server is inside; `nil` until it has been reached.
  private var isHomeInside: Bool?

  init(_ isInside: @escaping (HostAddress) -> Bool, environment: @escaping (String) -> String?) {
    self.isInside = isInside
    self.environment = environment
  }

  /// Whether a name or an address stands for this machine or its network by itself.
  private func isInside(_ host: String) -> Bool {
    host == "localhost" || HostAddress(host).map(isInside) ?? false
  }

  /// The source's own server has answered from an address and a port, which may be a proxy's.
  mutating func reached(_ home: HTTPAddress, at address: String?, _ port: Int) {
    guard isHomeInside == nil else { return }
    let isDirect = port != proxyPort(for: home.scheme)
    isHomeInside = isInside(home.host) || isDirect && address.flatMap(HostAddress.init).map(isInside) ?? false
  }

  /// Whether an answer may send on to there.
  func allows(_ next: HTTPAddress, from home: HTTPAddress) -> Bool {
    isHomeInside != false || next.host == home.host || !isInside(next.host)
  }

  /// Whether a connection for a request there may be made to an address and a port, which may be a proxy's. The same name can
  /// lead elsewhere each time it is asked for.
  func allows(_ address: HostAddress, _ port: Int, for next: HTTPAddress) -> Bool {
    isHomeInside != false || port == proxyPort(for: next.scheme) || !isInside(address)
  }

  /// The port of the proxy that libcurl takes from the environment; `nil` if there is none.
  private func proxyPort(for scheme: String) -> Int? {
    let own = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    let set = (own + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(environment).first { !$0.isEmpty }
    guard let set, let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
    guard curl_url_set(url, CURLUPART_URL, set, flags) == CURLUE_OK else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    if curl_url_get(url, CURLUPART_PORT, &text, 0) == CURLUE_OK, let text {
      defer { curl_free(text) }
      return Int(String(cString: text))
    }
    // As libcurl has it where nothing is said.
    return set.lowercased().hasPrefix("https://") ? 443 : 1_080
  }
}
