/// The proxy that a request goes through.
///
/// The environment is read here, by curl's rules, and libcurl is told what came of it: whether a connection is one to a
/// proxy must be certain, since a proxy may be inside.
struct HTTPProxy: Equatable {
  /// As libcurl takes it; it may hold a password.
  let url: String

  /// The one of the environment for a request there; `nil` if that goes without one.
  init?(for address: HTTPAddress, environment: (String) -> String?) {
    func first(_ names: [String]) -> String? { names.compactMap(environment).first { !$0.isEmpty } }
    // No HTTP_PROXY: where programs are run for requests, that is what a request says in "Proxy:".
    let own = address.scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    guard let url = first(own + ["all_proxy", "ALL_PROXY"]),
      !Self.isExempt(address.host, by: first(["no_proxy", "NO_PROXY"]) ?? "")
    else { return nil }
    self.url = url
  }

  /// Whether a list of names, addresses and networks names a host.
  private static func isExempt(_ host: String, by list: String) -> Bool {
    if list == "*" { return true }
    let entries = list.split { $0 == "," || $0 == " " || $0 == "\t" }
    if let address = HostAddress(host) {
      return entries.contains { entry in
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let network = HostAddress(String(first)) else { return false }
        guard parts.count == 2 else { return address == network }
        return Int(parts[1]).map { address.isIn(network, bits: $0) } ?? false
      }
    }
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    return entries.contains { entry in
      var domain = entry.lowercased()[...]
      if domain.hasSuffix(".") { domain = domain.dropLast() }
      if domain.hasPrefix(".") { domain = domain.dropFirst() }
      return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
    }
  }
}
