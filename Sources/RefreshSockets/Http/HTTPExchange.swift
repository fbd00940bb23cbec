/// One HTTP request and its answer, which may be given later. Confined to the loop's thread.
public final class HTTPExchange {
  private let head: HTTPRequestHead
  /// The request's body; empty if it has none.
  public let body: [UInt8]
  private let address: IPAddress
  /// The other end's IP address, without its port; behind a trusted proxy the one that it names.
  public var remoteAddress: String { address.text }
  /// Called once when the exchange is over: its answer has been handed to the system, or the peer is gone.
  public var onClose: (() -> Void)?
  /// Called when a streaming answer's backlog has gone out.
  public var onDrain: (() -> Void)?
  /// Called with the status when there is an answer, or a streaming one begins.
  public var onAnswer: ((_ status: Int) -> Void)?
  /// By what the owner finds the request again.
  public var id = ""
  /// Fields that the answer has whoever gives it, set before.
  public var commonHeaders: [HTTPHeader] = []
  /// `nil` once the exchange is over.
  weak var connection: HTTPConnection?
  private var hasAnswer = false

  init(head: HTTPRequestHead, body: [UInt8], connection: HTTPConnection) {
    self.head = head
    self.body = body
    self.connection = connection
    address = connection.address
  }

  /// The method as sent, such as `GET`.
  public var method: String { head.method }
  /// The decoded path: it begins with a slash, is UTF-8, and has no dot segments, encoded slashes,
  /// backslashes or control characters.
  public var path: String { head.path }
  /// The decoded query, in its order.
  public var query: [(name: String, value: String)] { head.query }
  /// The first value of a query's name.
  public func query(_ name: String) -> String? { head.query.first { $0.name == name }?.value }
  /// The values of a header field, joined by commas; names are compared without case.
  public func header(_ name: String) -> String? { head.value(name) }
  /// The peer is there and has no answer yet.
  public var isWaiting: Bool { connection != nil && !hasAnswer }
  /// Bytes of a streaming answer that the peer has not taken yet.
  public var backlog: Int { connection?.backlog ?? 0 }

  /// Answers; only the first answer counts. A `HEAD` gets the head alone. `Content-Length` and `Date` are added.
  public func respond(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    guard let connection, !hasAnswer else { return }
    hasAnswer = true
    onAnswer?(status)
    connection.answer(status: status, headers: commonHeaders + headers, body: body)
  }

  /// Begins a streaming answer; ``write(_:)`` sends its parts and ``end()`` ends it.
  ///
  /// It also ends when the peer closes its side, or takes nothing while more than the settings' backlog waits.
  public func begin(status: Int, headers: [HTTPHeader] = []) {
    guard let connection, !hasAnswer else { return }
    hasAnswer = true
    onAnswer?(status)
    connection.begin(status: status, headers: commonHeaders + headers)
  }

  /// Sends the next part of a streaming answer.
  public func write(_ part: [UInt8]) {
    connection?.write(part)
  }

  /// A streaming answer has begun and not ended.
  var isStreaming: Bool { connection?.isStreaming ?? false }
  /// Its parts go out as chunks of HTTP/1.1.
  var isChunked: Bool { connection?.isChunked ?? false }

  func write(_ form: EventForm) { write(framed: form.bytes(chunked: isChunked)) }

  /// Sends a part that is framed already.
  func write(framed bytes: [UInt8]) {
    connection?.write(framed: bytes)
  }

  /// Ends a streaming answer.
  public func end() {
    connection?.endStream()
  }

  func over() {
    connection = nil
    let closed = onClose
    onClose = nil
    onDrain = nil
    onAnswer = nil
    closed?()
  }
}
