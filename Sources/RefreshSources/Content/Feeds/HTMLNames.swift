/// The names that HTML gives to elements and characters, as far as feeds use them.
enum HTMLNames {
  /// Elements within a line of text.
  static let inline: Set<String> = [
    "a", "abbr", "acronym", "audio", "b", "bdi", "bdo", "big", "button", "cite", "code", "data", "del", "dfn",
    "em",
    "embed", "font", "i", "iframe", "img", "input", "ins", "kbd", "label", "map", "mark", "math", "meter",
    "nobr",
    "object", "param", "path", "picture", "q", "rp", "rt", "ruby", "s", "samp", "script", "small", "source",
    "span",
    "strike", "strong", "style", "sub", "sup", "svg", "time", "tt", "u", "var", "video", "wbr",
  ]

  /// Elements that what stands before and after is apart from.
  static let block: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog",
    "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "head",
    "header", "hr", "html", "li", "link", "main", "meta", "nav", "ol", "option", "p", "pre", "section",
    "select",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
  ]

  /// The character that a reference stands for, without its `&` and `;`.
  static func character(_ reference: String) -> Unicode.Scalar? {
    guard reference.hasPrefix("#") else { return characters[reference] }
    let digits = reference.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    guard let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits) else { return nil }
    // What was windows-1252 is often written as if its bytes were characters.
    if (0x80..<0xA0).contains(number) { return windows[Int(number) - 0x80] }
    return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
  }

  private static let windows: [Unicode.Scalar] = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  /// The names of the characters from U+00A0 to U+00FF, in that order.
  private static let latin =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
    + "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
    + "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
    + "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
    + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
    + "ugrave uacute ucirc uuml yacute thorn yuml"

  /// The names of Greek letters from U+0391 on; U+03A2 and U+03C2 are the ends of words.
  private static let greek =
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi "
    + "Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi "
    + "rho sigmaf sigma tau upsilon phi chi psi omega"

  private static let others: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "AMP": "&", "LT": "<", "GT": ">",
    "QUOT": "\"",
    "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ",
    "tilde": "˜",
    "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„",
    "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″",
    "lsaquo": "‹", "rsaquo": "›", "frasl": "⁄", "euro": "€", "trade": "™", "larr": "←", "uarr": "↑",
    "rarr": "→",
    "darr": "↓", "harr": "↔", "rArr": "⇒", "lArr": "⇐", "minus": "−", "radic": "√", "infin": "∞",
    "asymp": "≈",
    "ne": "≠", "le": "≤", "ge": "≥", "sum": "∑", "part": "∂", "loz": "◊", "hearts": "♥", "check": "✓",
    "num": "#", "excl": "!", "quest": "?", "comma": ",", "period": ".", "colon": ":", "semi": ";",
    "lpar": "(",
    "rpar": ")", "lsqb": "[", "rsqb": "]", "lbrack": "[", "rbrack": "]", "lcub": "{", "rcub": "}",
    "dollar": "$",
    "percnt": "%", "ast": "*", "plus": "+", "equals": "=", "commat": "@", "lowbar": "_", "sol": "/",
    "bsol": "\\",
    "grave": "`", "vert": "|", "NewLine": "\n", "Tab": "\t",
  ]

  private static let characters: [String: Unicode.Scalar] = {
    var names = others
    for (first, list) in [(UInt32(0xA0), latin), (0x391, greek)] {
      for (index, name) in list.split(separator: " ").enumerated() where name != "-" {
        names[String(name)] = Unicode.Scalar(first + UInt32(index))
      }
    }
    return names
  }()
}
