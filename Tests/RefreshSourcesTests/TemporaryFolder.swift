import Glibc

/// A folder of its own, by the path that the system has for it.
func temporaryFolder() -> String {
  var template = Array("/tmp/refreshd-sources-XXXXXX".utf8CString)
  return template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
}

/// Makes a file with a text.
func make(_ file: String, _ text: String = "") {
  let stream = fopen(file, "w")!
  fputs(text, stream)
  fclose(stream)
}

/// Removes a folder of files.
func remove(_ folder: String) {
  guard let entries = opendir(folder) else { return }
  while let entry = readdir(entries) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { unlink(folder + "/" + name) }
  }
  closedir(entries)
  rmdir(folder)
}
