import Glibc

/// Where the scenarios run: the programs, a folder for databases, and how long they may take.
struct Stage {
  /// The path of refreshd.
  var server: String
  /// The path of this program, which is also the floor.
  var own: String
  /// A folder on the disk to be measured; what the bench makes in it, it removes.
  var folder: String
  /// Shortens every scenario and lessens its numbers; for trying the bench out.
  var isQuick = false

  /// How many connections a scenario has.
  func size(_ full: Int) -> Int { isQuick ? max(1, full / 10) : full }

  /// How long a measurement lasts in seconds.
  func time(_ full: Double) -> Double { isQuick ? full / 4 : full }

  /// How often a scenario goes back and forth between refreshd and what stands beside it.
  var turns: Int { isQuick ? 2 : 3 }

  func database(_ name: String) -> String { "\(folder)/bench-\(getpid())-\(name).sqlite" }

  func startServer(_ name: String) throws(Failure) -> Child {
    try Child(
      server, ["--listen", "127.0.0.1:0", "--source", "lines", "--log", "error", "--db", database(name)])
  }

  func startFloor(replayed: Int = 0) throws(Failure) -> Child {
    try Child(own, ["floor", String(replayed)])
  }

  func remove(_ name: String) {
    for end in ["", "-wal", "-shm", "-lock", ".lock"] { unlink(database(name) + end) }
  }
}
