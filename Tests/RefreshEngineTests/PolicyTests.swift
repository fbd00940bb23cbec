import RefreshEngine
import Testing

@Suite struct PolicyTests {
  struct Refusal: CustomTestStringConvertible {
    var testDescription: String
    var field: String
    var change: @Sendable (inout EdgePolicy) -> Void

    init(_ text: String, _ field: String, _ change: @escaping @Sendable (inout EdgePolicy) -> Void) {
      testDescription = text
      self.field = field
      self.change = change
    }
  }

  static let refusals: [Refusal] = [
    Refusal("threshold 0", "threshold") { $0.threshold = 0 },
    Refusal("threshold −1", "threshold") { $0.threshold = -1 },
    Refusal("threshold not a number", "threshold") { $0.threshold = .nan },
    Refusal("threshold infinite", "threshold") { $0.threshold = .infinity },
    Refusal("threshold so small that percent is not finite", "threshold") { $0.threshold = 1e-307 },
    Refusal("limit 0", "limit") { $0.limit = 0 },
    Refusal("limit not a number", "limit") { $0.limit = .nan },
    Refusal("limit infinite", "limit") { $0.limit = .infinity },
    Refusal("limit beyond any screen", "limit") { $0.limit = 1_000_001 },
    Refusal("limit below threshold", "limit") { $0.limit = 63.9 },
    Refusal("rest −1", "rest") { $0.rest = -1 },
    Refusal("rest not a number", "rest") { $0.rest = .nan },
    Refusal("rest beyond limit", "rest") { $0.rest = 160.5 },
    Refusal("coefficient 0", "coefficient") { $0.coefficient = 0 },
    Refusal("coefficient infinite", "coefficient") { $0.coefficient = .infinity },
    Refusal("slop −1", "slop") { $0.slop = -1 },
    Refusal("slop not a number", "slop") { $0.slop = .nan },
    Refusal("settle −1", "settle") { $0.settle = -1 },
    Refusal("settle the end of time", "settle") { $0.settle = .max },
    Refusal("minimumVisible −1", "minimumVisible") { $0.minimumVisible = -1 },
    Refusal("deadline 0", "deadline") {
      $0.deadline = 0
      $0.minimumVisible = 0
    },
    Refusal("deadline below minimumVisible", "deadline") { $0.deadline = 299 },
    Refusal("deadline the end of time", "deadline") { $0.deadline = .max },
    Refusal("cooldown −1", "cooldown") { $0.cooldown = -1 },
    Refusal("cooldown beyond a year", "cooldown") { $0.cooldown = 31_536_000_001 },
  ]

  @Test(arguments: refusals)
  func `a policy that makes no sense is refused, and the field named`(refusal: Refusal) {
    var policy = EdgePolicy(preset: .header)
    refusal.change(&policy)
    do throws(PolicyError) {
      try policy.validate()
      Issue.record("not refused")
    } catch {
      #expect(error.field == refusal.field)
      #expect(error.message.contains(refusal.field))
    }
  }

  @Test(arguments: Preset.allCases)
  func `each preset is valid as it stands`(preset: Preset) throws {
    try EdgePolicy(preset: preset).validate()
  }

  @Test func `the ends of the ranges are allowed`() throws {
    var policy = EdgePolicy(
      trigger: .release, begins: .edge, travel: .direct, threshold: 100, limit: 100, rest: 100)
    policy.slop = 0
    policy.settle = 0
    policy.minimumVisible = 0
    policy.deadline = 1
    try policy.validate()
    policy.rest = 0
    policy.settle = 7 * 3_600_000
    policy.minimumVisible = 24 * 3_600_000
    policy.deadline = 24 * 3_600_000
    policy.cooldown = 31_536_000_000
    try policy.validate()
  }

  @Test func `a preset's rest gives way to a smaller limit, and to no other`() throws {
    var policy = EdgePolicy(preset: .header)
    policy.fitRest()
    #expect(policy == EdgePolicy(preset: .header))
    policy.threshold = 20
    policy.limit = 40
    policy.fitRest()
    #expect(policy.rest == 40)
    try policy.validate()
    policy.limit = .nan
    policy.fitRest()
    #expect(policy.rest == 40)
  }

  @Test func `a policy without a preset has the common defaults`() throws {
    var policy = EdgePolicy(
      trigger: .reach, begins: .down, travel: .direct, threshold: 104, limit: 104, rest: 104)
    #expect(policy.preset == nil)
    policy.preset = .overlay
    #expect(policy == EdgePolicy(preset: .overlay))
  }
}
