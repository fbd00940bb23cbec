/// Text of any charset that the web knows, made UTF-8.
enum Charset {
  /// The bytes as valid UTF-8, by the first of these that says how they are written: a byte order mark, the content
  /// type, an XML declaration, else UTF-8. What is no character there becomes U+FFFD.
  ///
  /// With a charset that nobody knows, they count as UTF-8 if they are that.
  /// - Throws: ``ContentError`` if the charset is unknown and the bytes are not UTF-8.
  static func utf8(_ body: [UInt8], charset: String? = nil) throws(ContentError) -> [UInt8] {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return valid(body.dropFirst(3)) }
    if body.starts(with: [0xFF, 0xFE]) { return utf16(body.dropFirst(2), bigEndian: false) }
    if body.starts(with: [0xFE, 0xFF]) { return utf16(body.dropFirst(2), bigEndian: true) }
    guard let name = charset ?? declared(body) else { return valid(body[...]) }
    switch name.lowercased() {
    case "utf-8", "utf8", "unicode-1-1-utf-8": return valid(body[...])
    // Without a mark, whatever the machines of the sender do: see the WHATWG's list.
    case "utf-16", "utf-16le", "utf-16be", "unicode", "ucs-2":
      // What says so of itself byte by byte is not written so.
      if charset == nil, body.starts(with: "<?xml".utf8) { return valid(body[...]) }
      return utf16(body[...], bigEndian: body.first == 0 || name.lowercased() == "utf-16be")
    case let label:
      if let system = systemNames[label], let text = CharsetConverter(from: system)?.convert(body) {
        return text
      }
      if String(validating: body, as: UTF8.self) != nil { return body }
      throw ContentError(
        "The charset \"\(LineText.clean(name.utf8.prefix(40)))\" is unknown here, and the text is not UTF-8",
        advice: "have it served as UTF-8, then refresh again")
    }
  }

  private static func valid(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    // Checking costs far less than building anew.
    String(validating: bytes, as: UTF8.self) != nil
      ? Array(bytes) : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = bytes.startIndex
    while at + 1 < bytes.endIndex {
      let (one, two) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(bigEndian ? one << 8 | two : two << 8 | one)
      at += 2
    }
    // Half a character at the end.
    if at < bytes.endIndex { units.append(0xFFFD) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What an XML declaration at the begin says.
  private static func declared(_ body: [UInt8]) -> String? {
    if body.starts(with: [0x3C, 0, 0x3F, 0]) || body.starts(with: [0, 0x3C, 0, 0x3F]) {
      return body[0] == 0 ? "utf-16be" : "utf-16le"
    }
    guard body.starts(with: "<?xml".utf8) else { return nil }
    let line = String(decoding: body.prefix(256), as: UTF8.self)
    guard let end = line.firstRange(of: "?>") else { return nil }
    let match = line[..<end.lowerBound].firstMatch(of: /\sencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/)
    return match.map { String($0.1) }
  }

  /// The names of the WHATWG's encodings (and of labels that are in use), and what the C library calls them. As in
  /// browsers, what says that it is Latin-1 or ASCII is read as windows-1252.
  private static let systemNames: [String: String] = {
    var names: [String: String] = [:]
    for label in ["us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "cp1252"] {
      names[label] = "CP1252"
    }
    for number in 2...16 where number != 12 {
      for label in ["iso-8859-\(number)", "iso8859-\(number)", "iso_8859-\(number)"] {
        names[label] = "ISO-8859-\(number)"
      }
    }
    names["iso-8859-9"] = "CP1254"
    for number in 1250...1258 {
      for label in ["windows-\(number)", "cp\(number)"] { names[label] = "CP\(number)" }
    }
    for label in ["windows-874", "tis-620", "iso-8859-11"] { names[label] = "CP874" }
    for label in ["gbk", "gb2312", "gb18030", "x-gbk"] { names[label] = "GB18030" }
    for label in ["shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j"] { names[label] = "CP932" }
    for label in ["euc-kr", "ks_c_5601-1987", "windows-949"] { names[label] = "CP949" }
    for label in ["big5", "big5-hkscs", "cn-big5"] { names[label] = "BIG5-HKSCS" }
    for name in ["koi8-r", "koi8-u", "euc-jp", "iso-2022-jp", "macintosh", "ibm866"] {
      names[name] = name.uppercased()
    }
    return names
  }()
}
