import Glibc
import RefreshLoop
import Synchronization
import Testing

/// Work beside the loop.
@Suite struct LoopWorkTests {
  @Test func `work runs beside the loop, and its end is told once, on the loop`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var told: [Int?] = []
    let own = pthread_self()
    LoopWork.start(on: loop) { _ in
      pthread_equal(own, pthread_self()) == 0 ? 1 : 0
    } done: { result in
      loop.preconditionInLoop()
      told.append(result)
      loop.stop()
    }
    #expect(told.isEmpty)
    loop.run()
    #expect(told == [1])
  }

  @Test func `work under way sees that it is to end, and its end is told with what it returns`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    var told: [String?] = []
    var work: LoopWork?
    work = LoopWork.start(on: loop) { work in
      loop.post { @Sendable in loop.stop() }
      while !work.isStopped { usleep(100) }
      return "stopped"
    } done: { result in
      told.append(result)
      loop.stop()
    }
    loop.run()
    #expect(told.isEmpty)
    work?.stop()
    work?.stop()
    loop.run()
    work?.stop()
    #expect(told == ["stopped"])
  }

  @Test func `work that has not begun never does once it is stopped`() throws {
    let loop = try EventLoop()
    defer { loop.close() }
    let isFree = Atomic<Bool>(false)
    var told: [Int?] = []
    for number in 0..<64 {
      LoopWork.start(on: loop) { _ in
        while !isFree.load(ordering: .relaxed) { usleep(100) }
        return number
      } done: {
        told.append($0)
        if told.count == 65 { loop.stop() }
      }
    }
    let late = LoopWork.start(on: loop) { _ in
      1_000
    } done: {
      told.append($0)
      isFree.store(true, ordering: .relaxed)
    }
    late.stop()
    loop.run()
    #expect(told.first == .some(nil))
    #expect(told.dropFirst().compactMap { $0 }.sorted() == Array(0..<64))
  }

  @Test func `closing the loop ends the work, and tells nobody`() throws {
    let loop = try EventLoop()
    let ended = Atomic<Bool>(false)
    var told = 0
    LoopWork.start(on: loop) { work in
      loop.post { @Sendable in loop.stop() }
      while !work.isStopped { usleep(100) }
      ended.store(true, ordering: .relaxed)
    } done: { _ in
      told += 1
    }
    loop.run()
    loop.close()
    let hasEnded = ended.load(ordering: .relaxed)
    #expect(hasEnded)
    #expect(told == 0)
  }
}
