import Foundation

/// Any JSON, with its kinds kept apart.
indirect enum JSON: Decodable, Equatable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  /// - Throws: if it is no JSON.
  init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

  subscript(_ key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var members: [String: JSON] {
    if case .object(let members) = self { members } else { [:] }
  }

  var elements: [JSON] {
    if case .list(let elements) = self { elements } else { [] }
  }

  var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var double: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
