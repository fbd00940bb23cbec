/// Numbers.
extension JSON5Reader {
  static let notFinite = "Infinity and NaN are no numbers that can be used here"

  /// Reads a number: with a sign or without, decimal or hexadecimal.
  mutating func number() throws(JSON5Fault) -> ConfigurationValue.Form {
    var text = ""
    if let sign = peek, sign == "+" || sign == "-" {
      step()
      if sign == "-" { text = "-" }
    }
    let form: ConfigurationValue.Form
    switch peek {
    case "0" where peekBehind == "x" || peekBehind == "X":
      form = try hexadecimalNumber(isNegative: !text.isEmpty)
    case ".": form = try decimalNumber(text)
    case let scalar? where JSON5Character.isDigit(scalar): form = try decimalNumber(text)
    case "I", "N":
      let begin = self
      guard let word = try identifier(), word == "Infinity" || word == "NaN" else {
        throw begin.unexpected("a digit")
      }
      return .unusable(Self.notFinite)
    default: throw unexpected("a digit")
    }
    if let scalar = peek, JSON5Character.isPart(scalar) || scalar == "." || scalar == "\\" {
      throw unexpected(
        "the number's end",
        hint: JSON5Character.isStart(scalar) ? "a number with its unit stands in quotes: \"30s\"" : nil)
    }
    return form
  }

  private mutating func decimalNumber(_ sign: String) throws(JSON5Fault) -> ConfigurationValue.Form {
    let begin = self
    let whole = digits()
    if whole.count > 1, whole.hasPrefix("0") {
      throw begin.unexpected("a number that does not begin with 0")
    }
    var fraction = ""
    if take(".") {
      fraction = digits()
      if whole.isEmpty, fraction.isEmpty { throw unexpected("a digit behind the point") }
    }
    var exponent = ""
    if peek == "e" || peek == "E" {
      step()
      if let sign = peek, sign == "+" || sign == "-" {
        step()
        exponent.unicodeScalars.append(sign)
      }
      let power = digits()
      if power.isEmpty { throw unexpected("a digit of the exponent") }
      exponent += power
    }
    let text = "\(sign)\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)"
    guard let number = Double(exponent.isEmpty ? text : text + "e" + exponent), number.isFinite else {
      return .unusable("that number is too large to be one that can be used here")
    }
    return .number(number)
  }

  private mutating func hexadecimalNumber(isNegative: Bool) throws(JSON5Fault) -> ConfigurationValue.Form {
    step()
    step()
    guard JSON5Character.hexDigit(peek) != nil else { throw unexpected("a hexadecimal digit") }
    var number = 0.0
    while let digit = JSON5Character.hexDigit(peek) {
      number = number * 16 + Double(digit)
      step()
    }
    guard number.isFinite else {
      return .unusable("that number is too large to be one that can be used here")
    }
    return .number(isNegative ? -number : number)
  }

  private mutating func digits() -> String {
    var digits = String.UnicodeScalarView()
    while let scalar = peek, JSON5Character.isDigit(scalar) {
      digits.append(scalar)
      step()
    }
    return String(digits)
  }
}
