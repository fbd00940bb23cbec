extension HTTPSpec {
  /// What each bound may be.
  public static let timeouts = 1...3_600_000
  /// What each bound may be.
  public static let sizes = 1...268_435_456
  /// What each bound may be.
  public static let redirectCounts = 0...20

  /// Fields that say how a request travels and what its answer may be: those are this program's to say.
  private static let own: Set = [
    "accept-encoding", "connection", "content-length", "expect", "if-match", "if-modified-since",
    "if-none-match",
    "if-range", "if-unmodified-since", "keep-alive", "range", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// What is wrong with it, each with the field; empty if it can be used.
  public var mistakes: [SourceMistake] {
    var mistakes: [SourceMistake] = []
    let address = HTTPAddress(url)
    if url.utf8.count > 8_192 {
      mistakes.append(SourceMistake("url", "is longer than 8192 bytes"))
    } else if HTTPAddress.lacksScheme(url) {
      mistakes.append(SourceMistake("url", "has no scheme: write http:// or https:// before it"))
    } else if url.contains("://"),
      !["http", "https"].contains(url.prefix { $0 != ":" }.lowercased())
    {
      mistakes.append(
        SourceMistake("url", "begins with another scheme: only http:// and https:// can be asked"))
    } else if address == nil {
      mistakes.append(
        SourceMistake("url", "is no address such as https://example.org/news.xml, without spaces"))
    }
    if case .json(let places) = content {
      mistakes += places.mistakes.map { SourceMistake("content.\($0.field)", $0.words) }
    }
    mistakes += headerMistakes(hasUser: address?.hasUser ?? false)
    if let bearer, !Self.isVariable(bearer) {
      mistakes.append(
        SourceMistake("bearer", "write the name of the environment variable that holds the token"))
    }
    func check(_ field: String, _ value: Int, _ range: ClosedRange<Int>) {
      guard !range.contains(value) else { return }
      mistakes.append(
        SourceMistake(field, "write a whole number from \(range.lowerBound) to \(range.upperBound)"))
    }
    check("timeout", timeout, Self.timeouts)
    check("maxBytes", maxBytes, Self.sizes)
    check("redirects", redirects, Self.redirectCounts)
    return mistakes
  }

  private func headerMistakes(hasUser: Bool) -> [SourceMistake] {
    var mistakes: [SourceMistake] = []
    if headers.count > 50 { mistakes.append(SourceMistake("headers", "write at most 50")) }
    var seen: Set<String> = []
    for header in headers {
      let name = header.name.lowercased()
      let field = "headers.\(header.name)"
      if !header.hasName {
        mistakes.append(SourceMistake("headers", "a header's name has letters, digits and - only"))
      } else if Self.own.contains(name) {
        mistakes.append(SourceMistake(field, "is what refreshd says itself: leave it out"))
      } else if !seen.insert(name).inserted {
        mistakes.append(SourceMistake(field, "is there twice"))
      } else if name == "authorization", bearer != nil || hasUser {
        mistakes.append(
          SourceMistake(field, "is there beside \(bearer != nil ? "bearer" : "a user in the url"): say one"))
      }
      switch header.value {
      case .text(let text) where !HeaderSpec.canCarry(text):
        mistakes.append(SourceMistake(field, "is empty, longer than 8192 bytes or holds a line break"))
      case .environment(let variable) where !Self.isVariable(variable):
        mistakes.append(SourceMistake(field, "write the name of an environment variable"))
      default: break
      }
    }
    if bearer != nil, hasUser {
      mistakes.append(SourceMistake("bearer", "is there beside a user in the url: say one"))
    }
    return mistakes
  }

  private static func isVariable(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "=") }
  }
}

extension HeaderSpec {
  /// Whether the name is one that HTTP allows.
  fileprivate var hasName: Bool {
    (1...100).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Whether a header field can have this value.
  static func canCarry(_ value: String) -> Bool {
    (1...8_192).contains(value.utf8.count)
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      && value.contains { !$0.isWhitespace }
  }
}
