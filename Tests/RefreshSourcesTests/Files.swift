import Glibc

/// Makes a file with a text.
func make(_ file: String, _ text: String = "") {
  let stream = fopen(file, "w")!
  fputs(text, stream)
  fclose(stream)
}
