/// What a file's content is, by the end of its name.
enum MediaType {
  private static let types: [Substring: String] = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "ico": "image/x-icon", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "woff2": "font/woff2", "map": "application/json",
  ]

  /// Whether what has a type is text, which shrinks; images and fonts are compressed already.
  static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasPrefix("application/json") || type == "application/manifest+json"
      || type == "image/svg+xml"
  }

  /// The type to tell for a path; bytes without a meaning if the end is not known.
  static func of(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return types[Substring(name[name.index(after: dot)...].lowercased())] ?? "application/octet-stream"
  }
}
