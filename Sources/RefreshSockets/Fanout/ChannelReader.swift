/// What can be subscribed to a channel: a peer, or an event stream.
protocol ChannelReader: AnyObject {
  /// Frames are taken.
  var isOpen: Bool { get }
  /// Takes a frame that goes out before what the subscription has.
  func send(_ frame: Frame)
  /// A subscription of its own has begun.
  func add(_ subscription: Subscription)
  /// One has been ended.
  func remove(_ subscription: Subscription)
  /// One has something to be sent, to be looked at when the turn ends.
  func somethingWaits()
  /// Sends what waits, as far as the other end takes it.
  func pump()
}

extension Peer: ChannelReader {}
