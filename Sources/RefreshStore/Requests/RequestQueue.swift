import Glibc

/// The requests that wait for the store's thread; any thread adds, that one takes.
///
/// Writes go first. A read does not overtake a write that was asked before it, unless that one waits for another
/// process. The reads that wait are bounded in number, those answered but not yet fetched in bytes.
final class RequestQueue: @unchecked Sendable {
  enum Added {
    case yes
    /// Too many reads wait.
    case full
    case closed
  }

  /// What the thread is to do.
  struct Turn {
    let writes: [Request]
    /// Whether nothing more is let in.
    let isClosing: Bool
    /// Whether no writes come after these.
    let isLast: Bool
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let settings: StoreSettings
  // Guarded by `mutex`, all of these.
  /// Writes, and reads for which a thread stands still.
  private var urgent = RequestLane()
  private var lookups = RequestLane()
  private var pages = RequestLane()
  private var asked = 0
  private var lookupsInARow = 0
  /// Bytes of answers that were handed out and not yet fetched.
  private var held = 0
  private var isClosed = false
  private var isAsleep = false

  init(_ settings: StoreSettings) {
    self.settings = settings
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Adds a request, if there is room for it.
  func add(_ request: Request) -> Added {
    var request = request
    request.asked = .now
    return waking {
      if isClosed { return .closed }
      request.number = asked
      if request.isAwaited || request.writes {
        urgent.append(request)
      } else if request.kind == .lookup {
        if lookups.count >= settings.waitingLookups { return .full }
        lookups.append(request)
      } else {
        if pages.count >= settings.waitingPages { return .full }
        pages.append(request)
      }
      asked += 1
      return .yes
    }
  }

  /// Lets no more in; writes that wait are still taken.
  /// - Returns: the reads that waited, to be refused; `nil` if it was closed before.
  func close() -> [Request]? {
    waking {
      if isClosed { return nil }
      isClosed = true
      return lookups.take(upTo: .max) + pages.take(upTo: .max)
    }
  }

  /// How many wait.
  var waiting: (writes: Int, reads: Int) { locked { (urgent.count, lookups.count + pages.count) } }

  /// Waits until there is something to do.
  /// - Parameters:
  ///   - limit: how many requests are taken at most.
  ///   - pause: how long is waited at most, in milliseconds, because earlier writes wait for another process.
  /// - Returns: the writes to do, maybe none.
  func take(_ limit: Int, pause: Int?) -> Turn {
    var until = pause.map { (Monotonic.now + $0).systemTime }
    return locked {
      isAsleep = true
      while limit == 0 || urgent.count == 0, readLane(overtaking: pause != nil) == nil {
        if until != nil {
          if pthread_cond_timedwait(changed, mutex, &until!) == ETIMEDOUT { break }
        } else {
          if isClosed { break }
          pthread_cond_wait(changed, mutex)
        }
      }
      isAsleep = false
      let taken = urgent.take(upTo: limit)
      return Turn(writes: taken, isClosing: isClosed, isLast: isClosed && urgent.count == 0)
    }
  }

  /// Takes the next read, if one may be answered now.
  /// - Parameters:
  ///   - overtaking: whether it may overtake writes, which wait for another process.
  ///   - bytes: the size of answers that are not handed out yet.
  func nextRead(overtaking: Bool, beside bytes: Int) -> Request? {
    locked {
      guard let lane = readLane(overtaking: overtaking, beside: bytes) else { return nil }
      lookupsInARow = lane == \.lookups ? lookupsInARow + 1 : 0
      return self[keyPath: lane].takeFirst()
    }
  }

  /// Counts answers that are handed out.
  func hold(_ bytes: Int) {
    locked { held += bytes }
  }

  /// Counts answers that were fetched.
  func release(_ bytes: Int) {
    waking { held -= bytes }
  }

  /// Where the next read waits: at the lookups mostly, so that a storm of pages holds nobody up, and now and then at
  /// the pages, so that they come to their end too.
  private func readLane(
    overtaking: Bool, beside bytes: Int = 0
  ) -> ReferenceWritableKeyPath<RequestQueue, RequestLane>? {
    guard !isClosed, held + bytes < settings.heldBytes else { return nil }
    let write = overtaking ? nil : urgent.first?.number
    func isFree(_ lane: RequestLane) -> Bool {
      guard let first = lane.first else { return false }
      return write.map { first.number < $0 } ?? true
    }
    let pagesFirst = lookupsInARow >= 16
    if pagesFirst, isFree(pages) { return \.pages }
    if isFree(lookups) { return \.lookups }
    return isFree(pages) ? \.pages : nil
  }

  /// Changes something that the thread may be waiting for. It is woken when the mutex is free again, or it would run
  /// into that at once and sleep once more.
  private func waking<Result>(_ body: () -> Result) -> Result {
    let (result, sleeps) = locked { (body(), isAsleep) }
    if sleeps { pthread_cond_signal(changed) }
    return result
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
