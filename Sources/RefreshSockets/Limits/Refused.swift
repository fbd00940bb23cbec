/// Why a connection or a request is not let in, and when to come back.
struct Refused: Equatable {
  /// The status of an HTTP answer.
  let status: Int
  /// The code of an HTTP error.
  let code: String
  /// The close code of a WebSocket connection.
  let closeCode: UInt16
  let message: String
  /// When to come back.
  let seconds: Int

  /// The server has no place.
  static func full(_ connections: Int) -> Refused {
    Refused(
      status: 503, code: "full", closeCode: 4101,
      message: "the server has \(all(connections)) that it takes: come back in 10 s",
      seconds: 10)
  }

  /// The address has all that it may have.
  static func address(_ connections: Int) -> Refused {
    Refused(
      status: 429, code: "limit", closeCode: 4100,
      message: "your address has \(all(connections)) that it may have: come back in 10 s",
      seconds: 10)
  }

  private static func all(_ connections: Int) -> String {
    connections == 1 ? "the one connection" : "all the \(connections) connections"
  }

  /// There were too many in too short a time.
  static func rate(_ what: String, wait: Int) -> Refused {
    let seconds = (wait + 999) / 1_000
    return Refused(
      status: 429, code: "limit", closeCode: 4100,
      message: "too many \(what) in a short time: come back in \(seconds) s", seconds: seconds)
  }

  var answer: HTTPRefusal {
    HTTPRefusal(status, code, message, headers: [HTTPHeader("Retry-After", String(seconds))])
  }
}
