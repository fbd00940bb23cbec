/// The text of a row: 0 to 8 192 bytes of UTF-8.
public enum RowText {
  /// Whether a text is short enough for a row.
  public static func fits(_ text: String) -> Bool { text.utf8.count <= WireBounds.rowText }
}
