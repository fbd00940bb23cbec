/// The version of this refreshd, as `hello.server` and `--version` tell it.
public enum Version {
  /// Major, minor and patch.
  public static let text = "1.0.0"
}
