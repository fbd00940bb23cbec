import Foundation
import TLSClient

/// A server of HTTP that answers as a test says, and remembers what it was asked: bare sockets, a thread for each.
public final class Origin: @unchecked Sendable {
  /// What was asked.
  public struct Request: Sendable {
    /// The path with its query.
    public let path: String
    fileprivate let fields: [String: String]

    /// A header field, by its name in small letters.
    public subscript(name: String) -> String? { fields[name] }
  }

  /// The port on its address.
  public let port: Int
  private let listener: Int32
  private let identity: OriginIdentity?
  private let answer: @Sendable (Request, Int) -> OriginAnswer
  /// Protects what follows, and tells when it changes.
  private let condition = NSCondition()
  private var asked: [Request] = []
  private var open: Set<Int32> = []
  private var abandoned = 0
  private var isStopped = false

  /// Starts to listen.
  /// - Parameters:
  ///   - tls: the certificate with which it speaks TLS.
  ///   - address: which of this machine's addresses it listens on.
  ///   - answer: what is answered to a request; with how many there have been, this one included.
  public init(
    tls: TestCertificate? = nil, address own: String = "127.0.0.1",
    _ answer: @escaping @Sendable (Request, Int) -> OriginAnswer
  ) {
    signal(SIGPIPE, SIG_IGN)
    self.answer = answer
    identity = tls.map { OriginIdentity($0) }
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr(own)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 256) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    precondition(listens, "no port for an origin")
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { self.acceptAll() }
  }

  /// An address on it.
  public func url(_ path: String = "/", user: String = "", host: String = "127.0.0.1") -> String {
    "\(identity == nil ? "http" : "https")://\(user)\(host):\(port)\(path)"
  }

  /// What it was asked, in order.
  public var requests: [Request] { condition.withLock { asked } }

  /// Waits until so many connections were closed by the other end before their answer was complete.
  /// - Returns: whether that happened in time.
  public func wait(forAbandoned count: Int, seconds: Double = 60) -> Bool {
    wait(seconds) { $0.abandoned >= count }
  }

  /// Waits until it was asked so many times.
  public func wait(forRequests count: Int, seconds: Double = 60) -> Bool {
    wait(seconds) { $0.asked.count >= count }
  }

  private func wait(_ seconds: Double, _ isSo: (Origin) -> Bool) -> Bool {
    condition.withLock {
      let limit = Date(timeIntervalSinceNow: seconds)
      while !isSo(self) { if !condition.wait(until: limit) { return isSo(self) } }
      return true
    }
  }

  /// Closes everything.
  public func stop() {
    condition.withLock {
      isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func acceptAll() {
    while true {
      let descriptor = accept(listener, nil, nil)
      let goesOn = condition.withLock {
        if descriptor >= 0, !isStopped { open.insert(descriptor) }
        return descriptor >= 0 && !isStopped
      }
      guard goesOn else {
        if descriptor >= 0 { close(descriptor) }
        close(listener)
        return
      }
      Thread.detachNewThread { self.serve(descriptor) }
    }
  }

  private func serve(_ descriptor: Int32) {
    let connection = OriginConnection(descriptor, identity)
    var isWhole = true
    if let request = connection?.readRequest() {
      let count = condition.withLock {
        asked.append(Request(path: request.path, fields: request.fields))
        condition.broadcast()
        return asked.count
      }
      isWhole = answer(Request(path: request.path, fields: request.fields), count).send(over: connection!)
    }
    connection?.end()
    condition.withLock {
      open.remove(descriptor)
      close(descriptor)
      if !isWhole { abandoned += 1 }
      condition.broadcast()
    }
  }
}
