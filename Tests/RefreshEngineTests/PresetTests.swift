import RefreshEngine
import Testing

@Suite struct PresetTests {
  @Test func `overlay is a card that slides over the list and triggers when all of it shows`() {
    let policy = EdgePolicy(preset: .overlay)
    #expect(policy.trigger == .reach)
    #expect(policy.begins == .down)
    #expect(policy.travel == .direct)
    #expect([policy.threshold, policy.limit, policy.rest] == [104, 104, 104])
    #expect(policy.needsOverflow == false)
  }

  @Test func `footer is pulled up at the bottom of a list that overflows and holds 50 px`() {
    let policy = EdgePolicy(preset: .footer)
    #expect(policy.trigger == .reach)
    #expect(policy.begins == .edge)
    #expect(policy.travel == .rubberBand)
    #expect([policy.threshold, policy.limit, policy.rest] == [120, 300, 50])
    #expect(policy.needsOverflow == true)
  }

  @Test func `header pushes the list down and refreshes on release`() {
    let policy = EdgePolicy(preset: .header)
    #expect(policy.trigger == .release)
    #expect(policy.begins == .edge)
    #expect(policy.travel == .rubberBand)
    #expect([policy.threshold, policy.limit, policy.rest] == [64, 160, 64])
  }

  @Test func `a refresh without an edge takes the top if it has a policy, else the bottom`() {
    let any = EdgePolicy(preset: .header)
    #expect(FeedPolicy(top: any, bottom: any).defaultEdge == .top)
    #expect(FeedPolicy(bottom: any).defaultEdge == .bottom)
    #expect(FeedPolicy().defaultEdge == nil)
  }
}
