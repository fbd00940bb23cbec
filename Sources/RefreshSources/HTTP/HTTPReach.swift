/// Where the answers of a source's server may send on to, and where its name may lead.
///
/// Somebody on the internet must not be able to have this server ask what only machines beside it can ask. So from a server
/// out there no answer leads to this machine or into its network; from one that is in it every answer may. A source has one
/// of these for all of its runs: a server that was out there does not become one inside by what its name leads to later.
final class HTTPReach {
  /// Which addresses are not everybody's.
  private let isInside: (HostAddress) -> Bool
  /// Whether the source's own server is inside; `nil` until it has been reached. Once it is not, that remains.
  private var isHomeInside: Bool?

  init(_ isInside: @escaping (HostAddress) -> Bool) { self.isInside = isInside }

  /// Whether a name or an address stands for this machine or its network by itself.
  private func isInside(_ host: String) -> Bool {
    host == "localhost" || HostAddress(host).map(isInside) ?? false
  }

  /// A connection for a request there was made, to an address, which may be a proxy's.
  func reached(_ address: HTTPAddress, from home: HTTPAddress, at peer: HostAddress?, isProxied: Bool) {
    guard address.host == home.host, isHomeInside != false else { return }
    isHomeInside = isInside(home.host) || !isProxied && peer.map(isInside) ?? false
  }

  /// Whether an answer may send on to there.
  func allows(_ next: HTTPAddress, from home: HTTPAddress) -> Bool {
    isHomeInside != false || next.host == home.host || !isInside(next.host)
  }

  /// Whether a connection to an address, which may be a proxy's, may be made. The same name can lead elsewhere each time it
  /// is asked for; where it leads from a proxy is the proxy's to decide.
  func allows(_ peer: HostAddress, isProxied: Bool) -> Bool {
    isHomeInside != false || isProxied || !isInside(peer)
  }
}
