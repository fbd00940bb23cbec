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

  @Test func `a preset fills only what is not given`() throws {
    var fields = EdgePolicyFields()
    fields.preset = .footer
    fields.threshold = 80
    fields.needsOverflow = false
    fields.cooldown = 5_000
    var wanted = EdgePolicy(preset: .footer)
    wanted.threshold = 80
    wanted.needsOverflow = false
    wanted.cooldown = 5_000
    #expect(try fields.policy() == wanted)
  }

  @Test func `a preset's rest gives way to a smaller limit, a given rest does not`() throws {
    var fields = EdgePolicyFields()
    fields.preset = .header
    fields.threshold = 20
    fields.limit = 40
    #expect(try fields.policy().rest == 40)
    fields.rest = 64
    #expect { try fields.policy() } throws: { ($0 as? PolicyError)?.field == "rest" }
  }

  @Test func `without a preset the shape of the pull must be given, the rest has defaults`() throws {
    var fields = EdgePolicyFields()
    #expect { try fields.policy() } throws: { ($0 as? PolicyError)?.field == "trigger" }
    fields.trigger = .reach
    fields.begins = .down
    fields.travel = .direct
    fields.threshold = 104
    fields.limit = 104
    #expect { try fields.policy() } throws: { ($0 as? PolicyError)?.field == "rest" }
    fields.rest = 104
    var wanted = EdgePolicy(preset: .overlay)
    wanted.preset = nil
    #expect(try fields.policy() == wanted)
  }
}
