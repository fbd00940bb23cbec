import CCurl
import RefreshLoop

/// A source of HTTP at work: one request, or several where the answer is that it is elsewhere.
final class HTTPRun: RunningSource {
  private let spec: HTTPSpec
  private let job: SourceJob
  private let limits: SourceLimits
  private let loop: EventLoop
  private let environment: (String) -> String?
  private let progress: (Double) -> Void
  /// When the source gives up by itself, by the loop's clock.
  private let deadline: Int
  /// How long that is from the start.
  private let timeout: Int
  private let asked: HTTPValidators
  /// Taken by whoever ends the work.
  private var done: ((SourceOutcome) -> Void)?
  private var fetch: HTTPFetch?
  private var reading: LoopWork?
  /// Ends the reading.
  private var patience: LoopTimer?
  private var isLate = false
  private var hops = 0
  private let reach: HTTPReach
  private var isStopped = false

  init(
    _ spec: HTTPSpec, _ job: SourceJob, _ limits: SourceLimits, on loop: EventLoop,
    _ environment: @escaping (String) -> String?, _ reach: HTTPReach, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) {
    self.reach = reach
    self.spec = spec
    self.job = job
    self.limits = limits
    self.loop = loop
    self.environment = environment
    self.progress = progress
    self.done = done
    // Earlier than the run's own end, so that there is time to say who was too slow.
    let left = job.timeLeft.map { $0 - min(1_000, $0 / 5) } ?? spec.timeout
    timeout = max(1, min(spec.timeout, left))
    deadline = loop.now + timeout
    asked = HTTPValidators(cursor: job.cursor, reading: spec.reading)
  }

  func begin() {
    // Else it and its request would keep each other.
    loop.whenClosing(self) { [self] in
      fetch?.close()
      fetch = nil
      patience = nil
      done = nil
    }
    guard let address = HTTPAddress(spec.url) else { return endSoon(HTTPFailure.noAddress) }
    do {
      let credentials = try HTTPCredentials(spec, environment: environment)
      ask(address, credentials, words: HTTPFailure(address, secrets: credentials.secrets))
    } catch {
      endSoon(HTTPFailure.missing(error.variable))
    }
  }

  func stop() {
    guard done != nil, !isStopped else { return }
    isStopped = true
    // Not from inside libcurl, which may be whose progress led to this.
    loop.atTurnEnd { [self] in
      guard let fetch else { return reading?.stop() ?? () }
      fetch.close()
      end(.cancelled)
    }
  }

  private func ask(_ address: HTTPAddress, _ credentials: HTTPCredentials, words: HTTPFailure) {
    let isHome = address.isSameOrigin(as: words.home)
    let bounds = HTTPFetch.Bounds(timeout: deadline - loop.now, bytes: spec.maxBytes)
    let proxy = HTTPProxy(for: address, environment: environment)
    do {
      fetch = try HTTPFetch(
        address, (isHome ? credentials.lines : []) + asked.fields, agent: limits.agent, bounds, on: loop,
        environment: environment, through: proxy,
        connects: { [reach] in reach.allows($0, isProxied: proxy != nil) },
        progress: { [self] in if !isStopped { progress($0) } },
        ended: { [self] end in
          if end.isConnected {
            reach.reached(address, from: words.home, at: end.peer, isProxied: proxy != nil)
          }
          answered(end, credentials, words)
        })
    } catch {
      endSoon(words.unsent(error.code))
    }
  }

  private func answered(_ end: HTTPFetch.End, _ credentials: HTTPCredentials, _ words: HTTPFailure) {
    guard !isStopped, let fetch else { return }
    let head = fetch.head
    let words = words.at(fetch.address)
    if fetch.isKept { return self.end(words.inside) }
    if head.isTooLong { return self.end(words.longHead) }
    guard head.isComplete else { return self.end(words.network(end, timeout: timeout)) }
    if head.isRedirect, let location = head.location {
      guard let next = HTTPAddress(location, from: fetch.address) else { return self.end(words.elsewhere) }
      guard hops < spec.redirects else { return self.end(words.redirects(spec.redirects)) }
      hops += 1
      guard reach.allows(next, from: words.home) else { return self.end(words.at(next).inside) }
      return ask(next, credentials, words: words)
    }
    switch head.status {
    case 304 where asked != HTTPValidators(): self.end(.ok(SourceCatch([])))
    case 204, 205: self.end(.ok(SourceCatch([], cursor: cursor(of: head))))
    case 206: self.end(words.partial)
    case 200...299 where head.isLengthUnclear: self.end(words.unclearLength)
    case 200...299 where fetch.isTooLong: self.end(words.tooLong(spec.maxBytes))
    case 200...299 where end.code == CURLE_OK: read(fetch, words)
    case 200...299: self.end(words.network(end, timeout: timeout))
    default: self.end(words.status(head, head.encoding == nil ? fetch.body : []))
    }
  }

  private func read(_ fetch: HTTPFetch, _ words: HTTPFailure) {
    let (content, limits) = (spec.content, limits)
    let (body, type) = (fetch.body, fetch.head.contentType)
    let head = fetch.head
    self.fetch = nil
    let limit = spec.maxBytes
    patience = LoopTimer(on: loop) { [self] in
      isLate = true
      reading?.stop()
    }
    patience?.start(after: deadline - loop.now)
    reading = LoopWork.start(on: loop) { work -> Result<SourceCatch, ReadingFault> in
      let reader = ContentReader(content, limits: limits) { work.isStopped }
      do throws(PackedBody.Fault) {
        let body = try PackedBody.unpack(body, encoding: head.encoding, limit: limit)
        do throws(ContentError) { return .success(try reader.read(body, contentType: type)) } catch {
          return .failure(.content(error))
        }
      } catch {
        return .failure(.packed(error))
      }
    } done: { [self] result in
      if isStopped { return end(.cancelled) }
      if isLate { return end(words.unread(timeout)) }
      switch result {
      case nil: end(.cancelled)
      case .success(var caught):
        // What was left out would be asked for never again.
        caught.cursor = caught.truncated ? "" : cursor(of: head)
        end(.ok(caught))
      case .failure(.content(let error)): end(words.content(error))
      case .failure(.packed(.tooLong)): end(words.tooLong(limit))
      case .failure(.packed(let fault)): end(words.packed(fault, head))
      }
    }
  }

  /// What was said of the answer, so that it need not be sent again as long as it is the same.
  private func cursor(of head: HTTPHead) -> String? {
    let cursor = head.validators.cursor(reading: spec.reading)
    return cursor.isEmpty && job.cursor == nil ? nil : cursor
  }

  private func endSoon(_ outcome: SourceOutcome) {
    loop.atTurnEnd { [self] in end(isStopped ? .cancelled : outcome) }
  }

  private func end(_ outcome: SourceOutcome) {
    loop.forget(self)
    fetch = nil
    reading = nil
    patience = nil
    let done = self.done
    self.done = nil
    done?(outcome)
  }
}

/// Why a body did not become rows.
private enum ReadingFault: Error {
  case packed(PackedBody.Fault)
  case content(ContentError)
}
