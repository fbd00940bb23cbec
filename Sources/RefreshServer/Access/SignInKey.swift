import Glibc

/// The key that seals sign-ins: 32 random bytes in a file beside the database, so that they survive a restart.
enum SignInKey {
  private static let length = 32

  /// The key of the server with this database.
  /// - Parameter warn: is told why the key will not survive this process, if it will not.
  static func load(beside database: String, warn: (String) -> Void) -> [UInt8] {
    let file = database + ".key"
    let descriptor = open(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return passing(file, String(cString: strerror(errno)), warn) }
    defer { close(descriptor) }
    var key = [UInt8](repeating: 0, count: length + 1)
    switch read(descriptor, &key, length + 1) {
    case length:
      return Array(key.prefix(length))
    case 0:
      let key = Secret.random(length)
      guard write(descriptor, key, length) == length, fsync(descriptor) == 0 else {
        let reason = String(cString: strerror(errno))
        ftruncate(descriptor, 0)
        return passing(file, reason, warn)
      }
      return key
    default:
      return passing(file, "it does not hold \(length) bytes; delete it to get a new one", warn)
    }
  }

  private static func passing(_ file: String, _ reason: String, _ warn: (String) -> Void) -> [UInt8] {
    warn(
      "the key \(file) for sign-ins cannot be used (\(reason)): whoever signs in has to do so again after a restart"
    )
    return Secret.random(length)
  }
}
