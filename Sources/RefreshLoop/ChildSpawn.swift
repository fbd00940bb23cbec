import CLibUV
import Glibc

/// Starts the process of a command, with its output going to two open descriptors.
func spawnChild(
  _ command: ChildCommand, on loop: EventLoop, output: Int32, error: Int32
) throws(LoopError) -> UnsafeMutablePointer<uv_process_t> {
  // Whatever a library of this process has opened is not for the child: a listening socket held by a program
  // that outlives the server would keep the next server from its port.
  _ = refresh_keep_descriptors()
  let arguments = CStrings([command.program] + command.arguments)
  let environment = CStrings(inheritedEnvironment().merging(command.environment) { $1 }.map { "\($0)=\($1)" })
  let directory = command.directory.map { strdup($0) }
  defer { free(directory ?? nil) }
  var ends = [uv_stdio_container_t](repeating: uv_stdio_container_t(), count: 3)
  ends[0].flags = UV_IGNORE
  for (end, descriptor) in [(1, output), (2, error)] {
    ends[end].flags = UV_INHERIT_FD
    ends[end].data.fd = descriptor
  }
  var options = uv_process_options_t()
  options.exit_cb = childExited
  options.file = UnsafePointer(arguments.pointers[0])
  options.args = arguments.pointers.baseAddress
  options.env = environment.pointers.baseAddress
  options.cwd = UnsafePointer(directory ?? nil)
  options.flags = UInt32(UV_PROCESS_DETACHED.rawValue)
  options.stdio_count = 3
  let handle = UnsafeMutablePointer<uv_process_t>.allocate(capacity: 1)
  let code = withExtendedLifetime((arguments, environment)) {
    ends.withUnsafeMutableBufferPointer { ends in
      options.stdio = ends.baseAddress
      return uv_spawn(loop.raw, handle, &options)
    }
  }
  if code < 0 {
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), spawnClosed)
    throw LoopError(code: code, attempt: "start \(command.program)")
  }
  return handle
}

private func spawnClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  handle!.deallocate()
}

private func inheritedEnvironment() -> [String: String] {
  var items: UnsafeMutablePointer<uv_env_item_t>?
  var count: Int32 = 0
  guard uv_os_environ(&items, &count) == 0, let items else { return [:] }
  defer { uv_os_free_environ(items, count) }
  var variables: [String: String] = [:]
  for item in UnsafeBufferPointer(start: items, count: Int(count)) {
    variables[String(cString: item.name)] = String(cString: item.value)
  }
  return variables
}

/// A null-terminated array of C strings.
private final class CStrings {
  let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    pointers = .allocate(capacity: strings.count + 1)
    _ = pointers.initialize(from: strings.map { strdup($0) } + [nil])
  }

  deinit {
    for pointer in pointers { free(pointer) }
    pointers.deallocate()
  }
}
