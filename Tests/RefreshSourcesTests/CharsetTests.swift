import Testing

@testable import RefreshSources

/// Text in the charsets of the web.
@Suite struct CharsetTests {
  private func text(_ bytes: [UInt8], _ charset: String? = nil) throws -> String {
    String(decoding: try Charset.utf8(bytes, charset: charset), as: UTF8.self)
  }

  @Test(arguments: [
    ("iso-8859-1", [0x63, 0x61, 0x66, 0xE9, 0x20, 0x93], "café “"), ("Windows-1252", [0x80], "€"),
    ("ISO-8859-15", [0xA4], "€"), ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"),
    ("EUC-KR", [0xC7, 0xD1], "한"), ("gb2312", [0xD6, 0xD0], "中"), ("big5", [0xA4, 0xA4], "中"),
    ("koi8-r", [0xD0], "п"), ("utf-16", [0x41, 0x00, 0xE9, 0x00], "Aé"), ("utf-16be", [0x00, 0x41], "A"),
    ("UTF8", [0xC3, 0xA9], "é"), ("iso-8859-9", [0xFD], "ı"),
  ])
  func `a charset that the content type names is read`(name: String, bytes: [UInt8], wanted: String) throws {
    #expect(try text(bytes, name) == wanted)
  }

  @Test func `a byte order mark counts before all else, and is no part of the text`() throws {
    #expect(try text([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "iso-8859-1") == "é")
    #expect(try text([0xFF, 0xFE, 0xE9, 0x00, 0x0A], "utf-8") == "é\u{FFFD}")
    #expect(try text([0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00]) == "😀")
  }

  @Test func `an XML declaration counts where nothing else tells`() throws {
    let declaration = "<?xml version='1.0' encoding='windows-1251'?>"
    #expect(try text(Array(declaration.utf8) + [0xCF]).hasSuffix("П"))
    #expect(try text(Array(declaration.utf8) + [0xCF], "koi8-r").hasSuffix("о"))
    let wide = Array("<?xml version='1.0' encoding='UTF-16'?>é".utf16).flatMap {
      [UInt8($0 >> 8), UInt8($0 & 255)]
    }
    #expect(try text(wide).hasSuffix("é"))
    // Many say so of what is plain bytes.
    #expect(try text(Array("<?xml version='1.0' encoding='UTF-16'?>é".utf8)).hasSuffix("é"))
  }

  @Test func `bytes that are no characters become the replacement character`() throws {
    #expect(try text([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(try text([0x61, 0x81, 0x62], "windows-1252") == "a\u{FFFD}b")
    #expect(try text([0x93, 0xFA, 0x96], "shift_jis") == "日\u{FFFD}")
    #expect(try text([0x3D, 0xD8, 0x41, 0x00], "utf-16le") == "\u{FFFD}A")
  }

  @Test func `a charset that is unknown is no failure if the text is UTF-8 all the same`() throws {
    #expect(try text(Array("é".utf8), "x-mine") == "é")
    #expect(try text([0x61], "UTF-8//TRANSLIT") == "a")
    let error = #expect(throws: ContentError.self) { try text([0xE9], "../../x-mine") }
    #expect(error?.description.contains("\"../../x-mine\" is unknown here") == true)
  }

  @Test func `a long text is converted whole`() throws {
    let bytes = [UInt8](repeating: 0xE9, count: 100_001)
    #expect(try text(bytes, "latin1") == String(repeating: "é", count: 100_001))
  }
}
