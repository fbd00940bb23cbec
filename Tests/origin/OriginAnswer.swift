import Glibc

/// What an ``Origin`` answers, step by step; then it closes the connection.
public struct OriginAnswer: Sendable {
  private enum Step: Sendable {
    case send([UInt8], times: Int, every: UInt32)
    case hang
  }

  private var steps: [Step] = []

  /// A whole answer.
  public static func ok(_ body: String, type: String? = nil, _ headers: [String] = []) -> OriginAnswer {
    whole(200, Array(body.utf8), (type.map { ["Content-Type: \($0)"] } ?? []) + headers)
  }

  /// A whole answer with a status of its own.
  public static func whole(_ status: Int, _ body: [UInt8] = [], _ headers: [String] = []) -> OriginAnswer {
    raw(head(status, headers + ["Content-Length: \(body.count)"])).then(body)
  }

  /// An answer of which only the head is given; the body's end is that of the connection.
  public static func begin(_ status: Int = 200, _ headers: [String] = []) -> OriginAnswer {
    raw(head(status, headers))
  }

  /// These bytes.
  public static func raw(_ text: String) -> OriginAnswer { OriginAnswer().then(Array(text.utf8)) }

  /// No answer, until the other end closes.
  public static var hang: OriginAnswer { OriginAnswer().thenHang() }

  /// More bytes, so many times, each after so many milliseconds.
  public func then(_ bytes: [UInt8], times: Int = 1, every milliseconds: Int = 0) -> OriginAnswer {
    var answer = self
    answer.steps.append(.send(bytes, times: times, every: UInt32(milliseconds) * 1_000))
    return answer
  }

  /// Nothing more, until the other end closes.
  public func thenHang() -> OriginAnswer {
    var answer = self
    answer.steps.append(.hang)
    return answer
  }

  private static func head(_ status: Int, _ headers: [String]) -> String {
    let reasons = [200: "OK", 304: "Not Modified", 404: "Not Found", 500: "Internal Server Error"]
    return (["HTTP/1.1 \(status) \(reasons[status] ?? "Status")", "Connection: close"] + headers)
      .joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// - Returns: whether the other end took all of it.
  func send(over connection: OriginConnection) -> Bool {
    for step in steps {
      switch step {
      case .send(let bytes, let times, let pause):
        for _ in 0..<times {
          if pause > 0 { usleep(pause) }
          guard connection.write(bytes) else { return false }
        }
      case .hang:
        connection.waitForEnd()
        return false
      }
    }
    return true
  }
}
