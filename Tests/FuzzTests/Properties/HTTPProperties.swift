@testable import RefreshSockets

/// Requests are the same in whichever pieces they come; what is read of them is what it looks like, and written again it
/// is read as the same.
enum HTTPProperties {
  static func check(_ input: [UInt8]) throws(BrokenProperty) {
    var whole = RequestReader()
    whole.take(input)
    var single = RequestReader()
    for byte in input { single.take(CollectionOfOne(byte)) }
    try promise(single.found == whole.found, "byte by byte \(single.found), whole \(whole.found)")
    var halves = RequestReader()
    let cut = Int(input.first ?? 0) * input.count / 256
    halves.take(input[..<cut])
    halves.take(input[cut...])
    try promise(halves.found == whole.found, "cut at \(cut) \(halves.found), whole \(whole.found)")

    try checkAddress(String(decoding: input, as: UTF8.self))
    for head in whole.heads { try check(head) }
    for found in whole.found {
      switch found {
      case .request(let request):
        try promise(request.body.count <= RequestReader.settings.maxBody, "a body that is too long is read")
      case .handshake(let request):
        try promise(request.line[0] == "GET" && request.line[1] == "/live", "\(request.line) is let in")
      case .refused(let status, _):
        try promise((400...505).contains(status), "refused with \(status)")
      }
    }
  }

  private static func check(_ head: HTTPRequestHead) throws(BrokenProperty) {
    try promise(!head.method.isEmpty && head.method.utf8.allSatisfy(isToken), "method \(head.method)")
    let path = head.path.utf8
    try promise(path.first == 0x2f, "path \(head.path) has no slash before it")
    try promise(path.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != 0x5c }, "path \(head.path)")
    for segment in head.path.split(separator: "/") {
      try promise(segment != "." && segment != "..", "path \(head.path) leads elsewhere")
    }
    try promise(head.query.count <= HTTPTarget.maxPairs, "\(head.query.count) pairs in a query")
    try promise(head.fields.count <= HTTPHeadParser.maxFields, "\(head.fields.count) fields")
    for (name, value) in head.fields {
      try promise(!name.isEmpty && name.utf8.allSatisfy(isToken), "a field's name is \(name)")
      try promise(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }, "\(name): \(value)")
      try promise(trimmed(value[...].utf8) == value, "\(name) has blanks around its value")
    }
    try promise(head.count("host") <= 1, "two Host fields")
    try checkRoundTrip(head)
    if let request = try? UpgradeRequest(head, settings: RequestReader.settings, RequestReader.peer) {
      try checkCanonical(request)
    }
  }

  private static func checkRoundTrip(_ head: HTTPRequestHead) throws(BrokenProperty) {
    let query = head.query.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    let fields = head.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    let version = head.isHTTP11 ? "HTTP/1.1" : "HTTP/1.0"
    let path = head.path.split(separator: "/", omittingEmptySubsequences: false).map { encoded(String($0)) }
    let line = "\(head.method) \(path.joined(separator: "/"))?\(query) \(version)\r\n"
    // What was read raw may be longer in percents, and what was no UTF-8 is longer since.
    guard line.utf8.count <= HTTPHeadParser.maxTarget else { return }
    let bytes = Array("\(line)\(fields)\r\n".utf8)
    var parser = HTTPHeadParser(maxHead: bytes.count)
    guard case .head(let again, bytes.count)? = try? parser.parse(bytes) else {
      throw BrokenProperty(description: "a request that was read is not read again: \(line)\(fields)")
    }
    let (one, other) = (RequestReader.Request(head, []), RequestReader.Request(again, []))
    try promise(one == other, "\(other) was \(one)")
  }

  /// An address is the same read again from its digits, and in the network that is it alone.
  private static func checkAddress(_ text: String) throws(BrokenProperty) {
    let client = [IPNetwork("127.0.0.1")!].client(of: RequestReader.peer, forwardedFor: text)
    for address in [client, IPAddress(text)].compactMap({ $0 }) {
      try promise(IPAddress(address.text) == address, "\(address.text) is read as another address")
      try promise(IPNetwork(address.text)?.contains(address) == true, "\(address.text) is not in itself")
    }
  }

  /// What libwebsockets is given instead of a handshake means the same.
  private static func checkCanonical(_ request: UpgradeRequest) throws(BrokenProperty) {
    var parser = HTTPHeadParser(maxHead: 1_024)
    guard case .head(let head, request.canonical.count)? = try? parser.parse(request.canonical) else {
      throw BrokenProperty(description: "the short form of a handshake is not read")
    }
    try promise(head.value("sec-websocket-key") == request.key, "the short form has another key")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%\(digits.count < 2 ? "0" : "")\(digits)"
    }.joined()
  }
}
