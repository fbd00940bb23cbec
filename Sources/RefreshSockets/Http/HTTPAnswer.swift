import Glibc

/// The head of an answer, as bytes.
enum HTTPAnswer {
  /// - Parameter length: `nil` for a body whose length is not known.
  static func head(
    _ status: Int, _ headers: [HTTPHeader], length: Int?, keepsAlive: Bool, chunked: Bool = false
  ) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\nDate: \(date())\r\n\(safety)"
    var hasConnection = false
    for header in headers {
      // A line break in a value would let its author write fields of his own.
      guard !header.name.utf8.contains(where: isBreak), !header.value.utf8.contains(where: isBreak) else {
        continue
      }
      text += "\(header.name): \(header.value)\r\n"
      hasConnection = hasConnection || sameName(header.name, "connection")
    }
    if !hasConnection { text += keepsAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n" }
    if let length {
      if status != 204, status != 304 { text += "Content-Length: \(length)\r\n" }
    } else if chunked {
      text += "Transfer-Encoding: chunked\r\n"
    }
    text += "\r\n"
    return Array(text.utf8)
  }

  static func hasNoBody(_ status: Int) -> Bool { status == 204 || status == 304 }

  /// For every answer: what it is is not guessed from its bytes, and where it was is not told elsewhere.
  private static let safety = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0d || byte == 0x0a || byte == 0 }

  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return
      "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

  private static let reasons: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 304: "Not Modified", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout",
    409: "Conflict", 410: "Gone", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type",
    421: "Misdirected Request", 422: "Unprocessable Content", 426: "Upgrade Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
