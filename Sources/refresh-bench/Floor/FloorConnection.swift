/// One connection of the floor.
final class FloorConnection {
  let socket: Int32
  var isWebSocket = false
  /// What has come and is not complete yet.
  var input: [UInt8] = []
  /// Its place among the peers.
  var index = 0

  init(_ socket: Int32) { self.socket = socket }
}
