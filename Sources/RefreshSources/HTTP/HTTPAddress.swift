import CCurl

/// An address of HTTP, taken apart by libcurl, which is also who uses it: so both read it the same way.
struct HTTPAddress: Equatable {
  /// All of it.
  let text: String
  /// `http` or `https`.
  let scheme: String
  /// The host's name or address, in small letters.
  let host: String
  /// The port, also if it is the scheme's own.
  let port: String
  /// What of it nobody but the server may see: the password, and the values of the query.
  let secrets: [String]
  /// Whether it names a user.
  let hasUser: Bool
  /// The address without user, password and fragment.
  let withoutUser: String

  /// Reads a whole address; `nil` if it is none, or none of HTTP.
  init?(_ text: String) {
    guard !text.utf8.contains(0), let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
    self.init(url)
  }

  /// Whether a text would be an address with `http://` before it, as people write one: `localhost:8000/x`,
  /// `example.org/news.xml`.
  static func lacksScheme(_ text: String) -> Bool {
    guard !text.contains("://"), let address = HTTPAddress("http://" + text) else { return false }
    return address.port != "80" || address.host.contains(".") || address.host == "localhost"
  }

  /// Where an answer from `base` sends on to; `nil` if that is no address of HTTP.
  init?(_ location: String, from base: HTTPAddress) {
    guard !location.utf8.contains(0), location.utf8.count <= 8_192, let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    // A space is what many servers forget to write as %20.
    let encode = UInt32(CURLU_URLENCODE)
    guard curl_url_set(url, CURLUPART_URL, base.text, 0) == CURLUE_OK,
      curl_url_set(url, CURLUPART_URL, location, encode) == CURLUE_OK
    else { return nil }
    self.init(url)
  }

  private init?(_ url: OpaquePointer) {
    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(url, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
      defer { curl_free(text) }
      return String(cString: text)
    }
    guard let text = part(CURLUPART_URL), let scheme = part(CURLUPART_SCHEME)?.lowercased(),
      scheme == "http" || scheme == "https", let host = part(CURLUPART_HOST), !host.isEmpty,
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)
    else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = LineText.cut(LineText.clean(host.lowercased().utf8), to: 253)
    self.port = port
    hasUser = part(CURLUPART_USER) != nil
    let query = part(CURLUPART_QUERY) ?? ""
    let values = query.split(separator: "&").map { String($0.split(separator: "=", maxSplits: 1).last ?? "") }
    secrets =
      [part(CURLUPART_PASSWORD), part(CURLUPART_PASSWORD, CURLU_URLDECODE)].compactMap { $0 } + values
      + (values.isEmpty ? [] : [query])
    curl_url_set(url, CURLUPART_USER, nil, 0)
    curl_url_set(url, CURLUPART_PASSWORD, nil, 0)
    curl_url_set(url, CURLUPART_FRAGMENT, nil, 0)
    withoutUser = part(CURLUPART_URL) ?? text
  }

  /// What people read: the host, and the port if it is not the scheme's own.
  var name: String {
    port == (scheme == "https" ? "443" : "80") ? host : "\(host):\(port)"
  }

  /// Whether both are the same server, to which the same secrets may be told.
  func isSameOrigin(as other: HTTPAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }
}
