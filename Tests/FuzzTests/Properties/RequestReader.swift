@testable import RefreshSockets

/// Takes requests out of the bytes of a connection in the way in which the server does, without a socket.
struct RequestReader {
  /// What the bytes held.
  enum Found: Equatable {
    case request(Request)
    case handshake(Request)
    /// Nothing is read behind it.
    case refused(status: Int, code: String)
  }

  /// A request, with all that is told of it.
  struct Request: Equatable {
    var line: [String]
    var query: [[String]]
    var fields: [[String]]
    var body: [UInt8]

    init(_ head: HTTPRequestHead, _ body: [UInt8]) {
      line = [head.method, head.path, "\(head.isHTTP11)", "\(head.keepsAlive)"]
      query = head.query.map { [$0.name, $0.value] }
      fields = head.fields.map { [$0.name, $0.value] }
      self.body = body
    }
  }

  /// Small bounds, so that an input can go beyond them.
  static let settings = {
    var settings = SocketSettings()
    settings.maxHead = 1_024
    settings.maxBody = 512
    return settings
  }()

  static let peer = IPAddress("127.0.0.1")!

  private var input: [UInt8] = []
  private var parser = HTTPHeadParser(maxHead: settings.maxHead)
  private var reading: (head: HTTPRequestHead, body: HTTPBodyReader)?
  private(set) var found: [Found] = []
  private(set) var heads: [HTTPRequestHead] = []

  mutating func take(_ bytes: some Sequence<UInt8>) {
    input += bytes
    do {
      while !isOver, try readOne() {}
    } catch {
      found.append(.refused(status: error.status, code: error.code))
    }
  }

  private var isOver: Bool {
    switch found.last {
    case .refused, .handshake: true
    case .request, nil: false
    }
  }

  /// - Returns: whether there may be another one.
  private mutating func readOne() throws(HTTPRefusal) -> Bool {
    if reading == nil {
      guard !input.isEmpty, case .head(let head, let count) = try parser.parse(input) else { return false }
      input.removeFirst(count)
      heads.append(head)
      if UpgradeRequest.isMeant(by: head) {
        _ = try UpgradeRequest(head, settings: Self.settings, Self.peer)
        found.append(.handshake(Request(head, [])))
        return false
      }
      reading = (head, try HTTPBodyReader(head, maxBody: Self.settings.maxBody))
    }
    try reading!.body.take(from: &input)
    guard let (head, body) = reading, body.isDone else { return false }
    found.append(.request(Request(head, body.body)))
    reading = nil
    parser = HTTPHeadParser(maxHead: Self.settings.maxHead)
    return true
  }
}
