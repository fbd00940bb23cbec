import Foundation

/// A value of the configuration file, of any form.
enum ConfigurationValue: Decodable, Sendable {
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([ConfigurationValue])
  case object([String: ConfigurationValue])
  case null

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
    } else if let list = try? value.decode([ConfigurationValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: ConfigurationValue].self))
    }
  }

  /// Reads a JSON file in which comments and trailing commas are allowed.
  init(file: String) throws(StartError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: file))
    } catch {
      throw StartError(
        .configuration, "cannot read the configuration \(file); is it a file, and may this user read it?")
    }
    guard data.count <= 4_194_304 else {
      throw StartError(.configuration, "the configuration \(file) is larger than 4 MiB")
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      self = try decoder.decode(ConfigurationValue.self, from: data)
    } catch DecodingError.dataCorrupted(let context) {
      let reason = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
      throw StartError(
        .configuration,
        "the configuration \(file) is no valid JSON\(reason.map { ": \($0)" } ?? "; check its brackets, commas and quotes")"
      )
    } catch {
      throw StartError(.configuration, "the configuration \(file) is no valid JSON: \(error)")
    }
  }

  /// The value as a field of a policy takes it.
  var policyValue: PolicyField.Value? {
    switch self {
    case .truth(let truth): .truth(truth)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    default: nil
    }
  }
}
