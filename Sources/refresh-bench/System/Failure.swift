import Glibc

/// Why the bench cannot go on, in words for a person.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ words: String) { description = words }

  /// A failed system call, with the system's reason.
  static func system(_ doing: String) -> Failure { Failure("\(doing): \(String(cString: strerror(errno)))") }
}
