import Glibc

/// Where a path leads to, whatever folder somebody who reads it is in.
public enum AbsolutePath {
  /// A relative path starts from the folder that the server runs in.
  public static func of(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let start = String(cString: folder)
    return (start.hasSuffix("/") ? start : start + "/")
      + (path.hasPrefix("./") ? path.dropFirst(2) : path[...])
  }
}
