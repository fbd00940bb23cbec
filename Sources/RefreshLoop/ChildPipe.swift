import CLibUV
import Glibc

/// The reading end of a pipe whose other end a child process writes to.
///
/// A real pipe, not the pair of sockets that libuv would make: a child can open `/dev/stdout` again only if
/// that is no socket.
final class ChildPipe {
  /// What one read takes at most; the same as a pipe holds.
  static let chunk = 65_536

  /// Called with each piece of output; the bytes are valid during the call only.
  var received: (UnsafeRawBufferPointer) -> Void = { _ in }
  /// Called once, when nothing more comes; with an error if reading failed.
  var ended: (LoopError?) -> Void = { _ in }
  /// Whether nothing more will come.
  private(set) var isClosed = false
  private let handle: UnsafeMutablePointer<uv_pipe_t>
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
  /// For the child; -1 once given up by this process.
  private(set) var writeEnd: Int32

  init(on loop: EventLoop) throws(LoopError) {
    var ends: (uv_file, uv_file) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &ends) { raw in
      uv_pipe(raw.baseAddress?.assumingMemoryBound(to: uv_file.self), 0, 0)
    }
    writeEnd = ends.1
    handle = .allocate(capacity: 1)
    uv_pipe_init(loop.raw, handle, 0)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    try LoopError.check(made, "make a pipe for a command's output")
    let opened = uv_pipe_open(handle, ends.0)
    if opened < 0 { Glibc.close(ends.0) }
    try LoopError.check(opened, "open a pipe for a command's output")
  }

  deinit {
    close()
    buffer.deallocate()
  }

  /// Reads on, from the start or after ``pause()``.
  func resume() {
    guard !isClosed else { return }
    let code = handle.withMemoryRebound(to: uv_stream_t.self, capacity: 1) { stream in
      uv_read_start(stream, bufferWanted, bytesCame)
    }
    if code < 0 { finish(LoopError(code: code, attempt: "read a command's output")) }
  }

  /// Reads nothing until ``resume()``: the child waits once the pipe is full.
  func pause() {
    guard !isClosed else { return }
    _ = handle.withMemoryRebound(to: uv_stream_t.self, capacity: 1) { uv_read_stop($0) }
  }

  /// Gives up this process's copy of the end that only the child writes to.
  func closeWriteEnd() {
    guard writeEnd >= 0 else { return }
    Glibc.close(writeEnd)
    writeEnd = -1
  }

  /// Closes the pipe; nothing is called any more.
  func close() {
    closeWriteEnd()
    guard !isClosed else { return }
    isClosed = true
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), pipeClosed)
  }

  fileprivate func wanted(_ answer: UnsafeMutablePointer<uv_buf_t>) {
    answer.pointee = uv_buf_init(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(Self.chunk))
  }

  fileprivate func came(_ count: Int) {
    if count > 0 {
      received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } else if count == Int(UV_EOF.rawValue) {
      finish(nil)
    } else if count < 0 {
      finish(LoopError(code: Int32(count), attempt: "read a command's output"))
    }
  }

  private func finish(_ error: LoopError?) {
    close()
    ended(error)
  }
}

private func bufferWanted(
  _ handle: UnsafeMutablePointer<uv_handle_t>?, _ suggested: Int, _ answer: UnsafeMutablePointer<uv_buf_t>?
) {
  Unmanaged<ChildPipe>.fromOpaque(handle!.pointee.data).takeUnretainedValue().wanted(answer!)
}

private func bytesCame(
  _ stream: UnsafeMutablePointer<uv_stream_t>?, _ count: Int, _ buffer: UnsafePointer<uv_buf_t>?
) {
  Unmanaged<ChildPipe>.fromOpaque(stream!.pointee.data).takeUnretainedValue().came(count)
}

private func pipeClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle!.deallocate()
}
