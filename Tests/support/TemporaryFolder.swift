import Foundation
import Synchronization

/// A folder of a test's own, gone with this object and all that was put into it.
public final class TemporaryFolder: Sendable {
  /// Where it is, by the path that the system has for it.
  public let path: String

  /// Makes it.
  public init() { path = Self.untilTheEnd() }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A folder that stays until this process ends, for whoever hands on nothing but its path.
  public static func untilTheEnd() -> String {
    let number = made.add(1, ordering: .relaxed).newValue
    let path = "\(root)/\(number)"
    precondition(mkdir(path, 0o755) == 0, "\(path) could not be made: \(String(cString: strerror(errno)))")
    return path
  }

  private static let made = Atomic(0)

  /// What all of this process's folders are in; it goes when the process ends.
  private static let root: String = {
    var template = Array((FileManager.default.temporaryDirectory.path + "/refreshd-tests-XXXXXX").utf8CString)
    let path = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
    guard let path, let real = realpath(path, nil) else {
      preconditionFailure("there is no room for temporary folders: \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    // Some tests go on as a user with fewer rights, who has to get at the folders in it.
    chmod(real, 0o755)
    atexit { TemporaryFolder.removeAll() }
    return String(cString: real)
  }()

  private static func removeAll() { try? FileManager.default.removeItem(atPath: root) }
}
