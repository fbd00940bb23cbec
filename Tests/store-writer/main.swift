// What the store's tests need a process of its own for: to be killed, to run out of space, to have no rights.
//   append FILE   appends until it is killed, and prints what is acknowledged
//   bring FILE    does so as a source with a cursor
//   hold FILE     opens the file and keeps it
//   full FILE     meets a limit of file size, then has room again
//   limit FILE    has a limit of file size from the beginning
//   nobody FILE   opens the file without root's rights
import Glibc
import RefreshStore

guard CommandLine.arguments.count == 3 else {
  say("usage: store-writer append|bring|hold|full|limit|nobody FILE")
  exit(64)
}
let path = CommandLine.arguments[2]

do throws(StoreError) {
  switch CommandLine.arguments[1] {
  case "append": try appendForEver(path)
  case "bring": try bringForEver(path)
  case "hold": try hold(path)
  case "full": try fillUp(path)
  case "limit": try meetLimit(path)
  case "nobody": try openAsNobody(path)
  default: exit(64)
  }
} catch {
  say("error \(error.code) \(error.message)")
}
