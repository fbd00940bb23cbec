/// The ordered rows of a channel, as frames.
public protocol ChannelLog: AnyObject {
  /// What comes after a cursor. Asked again and again until it says ``LogRead/level``, and for every peer: a log
  /// keeps the frames that it made last, for peers at the same place.
  func read(after cursor: Int) -> LogRead
}

/// What a log has after a cursor.
public enum LogRead {
  /// Nothing: the cursor is at the head.
  case level
  /// A frame with the rows after the cursor up to and including `upTo`, which is above the cursor.
  case frame(Frame, upTo: Int)
  /// Not known yet: ``Channel/loaded()`` will be called when it is.
  case loading
}
