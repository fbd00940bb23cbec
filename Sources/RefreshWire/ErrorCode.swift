/// What kind of error an `error` frame or an HTTP answer tells. A client may meet codes that it does not know.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The code as it is written on the wire.
  public let rawValue: String

  /// A code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A message of a type that the server does not know.
  public static let unknownType = ErrorCode(rawValue: "unknown-type")
  /// A field that is missing or wrong.
  public static let badField = ErrorCode(rawValue: "bad-field")
  /// There is no feed of that name.
  public static let unknownFeed = ErrorCode(rawValue: "unknown-feed")
  /// The connection has no subscription to that feed.
  public static let notSubscribed = ErrorCode(rawValue: "not-subscribed")
  /// The edge has no policy.
  public static let noPolicy = ErrorCode(rawValue: "no-policy")
  /// HTTP: no token, or one that is none.
  public static let unauthorized = ErrorCode(rawValue: "unauthorized")
  /// Not allowed.
  public static let forbidden = ErrorCode(rawValue: "forbidden")
  /// A bound was reached.
  public static let limit = ErrorCode(rawValue: "limit")
  /// HTTP: the body is not what its type says.
  public static let malformed = ErrorCode(rawValue: "malformed")
  /// HTTP: a row is longer than 8 192 bytes.
  public static let rowTooLong = ErrorCode(rawValue: "row-too-long")
  /// HTTP: more rows than one append takes.
  public static let tooManyRows = ErrorCode(rawValue: "too-many-rows")
  /// HTTP: an idempotency key came again with other rows.
  public static let keyReused = ErrorCode(rawValue: "key-reused")
}
