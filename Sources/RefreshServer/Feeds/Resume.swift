import RefreshStore
import RefreshWire

/// The decision of where a reader goes on, by the protocol's table: the first line that fits decides.
struct Resume {
  let epoch: UInt64
  let head: Int
  let floor: Int
  let headTotal: Int
  let farRows: Int
  let farBytes: Int

  /// What is known from the asked position alone.
  enum First: Equatable {
    case reset(ResetReason)
    /// The chain's mark at this sequence number is needed to go on.
    case needsMark(Position)
  }

  /// Judges what was asked with: nothing, or a text that may be a position.
  func first(after text: String?) -> First {
    guard let text else { return .reset(.new) }
    guard let position = Position(text), position.epoch == epoch else { return .reset(.epoch) }
    if position.sequence > head { return .reset(.ahead) }
    // Below the floor no digest is kept to compare with, but floor − 1 has its own.
    if position.sequence < floor - 1 { return .reset(.pruned) }
    return .needsMark(position)
  }

  /// Judges a position with the chain's mark at its sequence number; `nil` resumes.
  func second(_ position: Position, mark: RowMark?) -> ResetReason? {
    guard let mark else { return .pruned }
    if mark.digest.bytes != position.digest { return .chain }
    if head - position.sequence > farRows || headTotal - mark.total > farBytes { return .far }
    return nil
  }
}
