/// Frames in order, with their total size.
struct FrameQueue {
  private var frames: [Frame] = []
  private var head = 0
  private(set) var bytes = 0

  var isEmpty: Bool { head == frames.count }

  mutating func append(_ frame: Frame) {
    frames.append(frame)
    bytes += frame.count
  }

  mutating func next() -> Frame? {
    guard head < frames.count else { return nil }
    let frame = frames[head]
    bytes -= frame.count
    head += 1
    if head == frames.count {
      frames = []
      head = 0
    } else if head >= 64 {
      frames.removeFirst(head)
      head = 0
    }
    return frame
  }

  mutating func clear() {
    self = FrameQueue()
  }
}
