import Glibc

/// How many descriptors, and so connections, the process may have.
public enum DescriptorLimit {
  /// Raises the limit as far as the system lets it, at most to `most`: libwebsockets reserves 16 bytes for each
  /// descriptor that could be. Call it before the first server is made.
  /// - Returns: the limit now in force.
  @discardableResult
  public static func raise(upTo most: Int = 131_072) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    let wanted = min(limit.rlim_max, rlim_t(most))
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(limit.rlim_cur)
  }

  /// How many connections the process may have: what the limit in force leaves beside the descriptors for the
  /// database, files, commands, and telling those beyond that there is no room.
  public static var connections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
    return connections(of: Int(min(limit.rlim_cur, rlim_t(Int32.max))))
  }

  static func connections(of descriptors: Int) -> Int {
    max(1, descriptors - min(320, descriptors / 2))
  }
}
