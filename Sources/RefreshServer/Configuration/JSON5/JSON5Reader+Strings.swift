/// Texts in quotes, and names without.
extension JSON5Reader {
  /// Reads a text in single or double quotes.
  mutating func string() throws(JSON5Fault) -> ConfigurationValue.Form {
    let begin = place
    let quote = peek
    step()
    var scalars = String.UnicodeScalarView()
    var oddity: String?
    while let scalar = peek {
      if scalar == quote {
        step()
        return oddity.map { .unusable($0) } ?? .text(String(scalars))
      }
      switch scalar {
      case "\\": try escape(into: &scalars, &oddity)
      case "\n", "\r":
        throw JSON5Fault(
          place: begin,
          words: "this text has no closing quote in its line; a line break in a text is written \\n")
      default:
        scalars.append(scalar)
        step()
      }
    }
    throw JSON5Fault(place: begin, words: "this text has no closing quote")
  }

  private mutating func escape(into scalars: inout String.UnicodeScalarView, _ oddity: inout String?)
    throws(JSON5Fault)
  {
    let begin = place
    step()
    guard let scalar = peek else { return }
    switch scalar {
    case "u":
      step()
      let unit = try hexadecimal(4, begin)
      guard let scalar = try self.scalar(unit, begin) else {
        oddity =
          "\\u\(String(unit, radix: 16, uppercase: true)) is half of a surrogate pair without the other"
        return
      }
      scalars.append(scalar)
    case "x":
      step()
      scalars.append(Unicode.Scalar(UInt8(try hexadecimal(2, begin))))
    case "0"..."9":
      guard scalar == "0", peekBehind.map(JSON5Character.isDigit) != true else {
        throw JSON5Fault(
          place: begin, words: "there is no escape \\\(scalar): write \\x and two hexadecimal digits")
      }
      step()
      scalars.append("\0")
    case "\r":
      step()
      _ = take("\n")
    case "\n", "\u{2028}", "\u{2029}": step()
    default:
      step()
      scalars.append(Self.escapes[scalar] ?? scalar)
    }
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "b": "\u{08}", "f": "\u{0C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{0B}",
  ]

  private mutating func hexadecimal(_ count: Int, _ begin: TextPlace) throws(JSON5Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = JSON5Character.hexDigit(peek) else {
        throw JSON5Fault(
          place: begin,
          words: "\\\(count == 4 ? "u" : "x") needs \(count == 4 ? "four" : "two") hexadecimal digits")
      }
      value = value << 4 | digit
      step()
    }
    return value
  }

  /// The character of a UTF-16 unit, or of the pair that it begins; `nil` if the other half is not there.
  private mutating func scalar(_ unit: UInt32, _ begin: TextPlace) throws(JSON5Fault) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard peek == "\\", peekBehind == "u" else { return nil }
    let back = self
    step()
    step()
    let low = try hexadecimal(4, begin)
    guard (0xDC00..<0xE000).contains(low) else {
      self = back
      return nil
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  /// Reads a name without quotes; `nil` if none begins here.
  mutating func identifier() throws(JSON5Fault) -> String? {
    var scalars = String.UnicodeScalarView()
    while let scalar = peek {
      let isNext = scalars.isEmpty ? JSON5Character.isStart : JSON5Character.isPart
      if isNext(scalar) {
        scalars.append(scalar)
        step()
      } else if scalar == "\\", peekBehind == "u" {
        let begin = place
        step()
        step()
        guard let escaped = Unicode.Scalar(try hexadecimal(4, begin)), isNext(escaped) else {
          throw JSON5Fault(place: begin, words: "that character may not stand in a name without quotes")
        }
        scalars.append(escaped)
      } else {
        break
      }
    }
    return scalars.isEmpty ? nil : String(scalars)
  }
}
