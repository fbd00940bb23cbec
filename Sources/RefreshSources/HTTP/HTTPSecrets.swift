/// What only the asked server may know, to be left out of what people read.
struct HTTPSecrets {
  private let secrets: [String]

  /// - Parameter told: what is sent in headers.
  init(told: [String], address: HTTPAddress) {
    // A short word of a query, as in format=json, is no secret, and to leave it out would spoil what people read.
    secrets = (told.filter { $0.utf8.count >= 4 } + address.secrets.filter { $0.utf8.count >= 8 })
      .sorted { $0.utf8.count > $1.utf8.count }
  }

  /// The text with "…" in the place of each secret.
  func removed(from text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: "…") }
  }
}
