import RefreshEngine
import RefreshSockets
import RefreshWire

/// What `/metrics` tells.
extension Server {
  /// - Parameter grant: feeds that it does not let see are not named.
  func metricsText(for grant: Grant) -> String {
    var text = MetricsText()
    text.family("refreshd_build_info", .gauge, "The running version; always 1.")
    text.sample("refreshd_build_info", ["version": Version.text], 1)
    text.one(
      "refreshd_ready", .gauge, "Whether new work is taken; 0 while the server stops.", isReady ? 1 : 0)
    writeConnections(&text)
    writeSubscriptions(&text)
    let feeds = feedList.filter { grant.rights(on: $0.name).contains(.view) }
    writeFeeds(feeds, &text)
    writeRuns(feeds, &text)
    writeStore(&text)
    writeProcess(&text)
    return text.text
  }

  private func writeConnections(_ text: inout MetricsText) {
    let counts = sockets.counts
    text.family("refreshd_connections", .gauge, "Connections that are open, by what they are for.")
    text.sample("refreshd_connections", ["kind": "websocket"], sessions.count)
    text.sample("refreshd_connections", ["kind": "events"], streams.count)
    text.sample("refreshd_connections", ["kind": "http"], max(0, counts.http - streams.count))
    text.one(
      "refreshd_connections_limit", .gauge, "How many connections there may be at once.",
      sockets.maxConnections)
    text.one("refreshd_connections_accepted_total", .counter, "Connections that came.", counts.accepted)
    text.one(
      "refreshd_connections_dropped_total", .counter,
      "Connections that ended at once, because there was not even room to say why.", counts.dropped)
    text.one(
      "refreshd_handshakes_total", .counter, "WebSocket handshakes that were let in.", counts.handshakes)
    text.family("refreshd_handshakes_refused_total", .counter, "WebSocket handshakes that were not, by why.")
    let refused = counts.refused.merging(house.metrics.refused) { $0 + $1 }
    for (why, count) in refused.sorted(by: { $0.key < $1.key }) {
      text.sample("refreshd_handshakes_refused_total", ["reason": why], count)
    }
    text.family("refreshd_http_responses_total", .counter, "Answers to HTTP requests, by status.")
    for (status, count) in counts.answers.sorted(by: { $0.key < $1.key }) {
      text.sample("refreshd_http_responses_total", ["status": String(status)], count)
    }
    text.one(
      "refreshd_received_bytes_total", .counter,
      "Bytes that came: HTTP, and the text of WebSocket messages; what TLS adds is not in it.", counts.bytesIn
    )
    text.one(
      "refreshd_sent_bytes_total", .counter,
      "Bytes that went out by HTTP and in WebSocket frames; what TLS adds is not in it.", counts.bytesOut)
    text.family("refreshd_closes_total", .counter, "WebSocket connections that ended, by their close code.")
    for (code, count) in counts.closes.sorted(by: { $0.key < $1.key }) {
      text.sample("refreshd_closes_total", ["code": code == 0 ? "other" : String(code)], count)
    }
    text.family(
      "refreshd_slow_closes_total", .counter,
      "Connections that were given up, since they did not take what waited.")
    text.sample("refreshd_slow_closes_total", ["kind": "websocket"], counts.slowPeers)
    text.sample("refreshd_slow_closes_total", ["kind": "http"], counts.slowAnswers)
  }

  private func writeSubscriptions(_ text: inout MetricsText) {
    text.one(
      "refreshd_resumes_total", .counter, "Subscriptions and event streams that went on where they were.",
      house.metrics.resumes)
    text.family("refreshd_resets_total", .counter, "Subscriptions and event streams that began anew, by why.")
    for why in ResetReason.allCases {
      text.sample("refreshd_resets_total", ["reason": why.rawValue], house.metrics.resets[why] ?? 0)
    }
  }

  private func writeFeeds(_ feeds: [Feed], _ text: inout MetricsText) {
    var streamsOf: [FeedName: Int] = [:]
    for stream in streams.values { streamsOf[stream.feed.name, default: 0] += 1 }
    text.family("refreshd_feed_subscribers", .gauge, "Who watches a feed.")
    for feed in feeds {
      let streams = streamsOf[feed.name] ?? 0
      let name = feed.name.text
      text.sample(
        "refreshd_feed_subscribers", ["feed": name, "kind": "websocket"], feed.channel.count - streams)
      text.sample("refreshd_feed_subscribers", ["feed": name, "kind": "events"], streams)
    }
    text.family("refreshd_feed_head", .gauge, "The number of a feed's last row.")
    for feed in feeds { text.sample("refreshd_feed_head", ["feed": feed.name.text], feed.rows.head) }
    text.family("refreshd_feed_rows", .gauge, "How many rows of a feed are kept.")
    for feed in feeds {
      text.sample("refreshd_feed_rows", ["feed": feed.name.text], feed.rows.head - feed.rows.floor + 1)
    }
    text.family("refreshd_rows_total", .counter, "Rows that were appended, by what brought them.")
    for feed in feeds {
      let counts = feed.runs.counts
      text.sample("refreshd_rows_total", ["feed": feed.name.text, "from": "run"], counts.rowsOfRuns)
      text.sample("refreshd_rows_total", ["feed": feed.name.text, "from": "request"], counts.rowsAppended)
    }
    text.family("refreshd_pulls_total", .counter, "Gestures, by each phase that they came into.")
    for feed in feeds {
      for phase in GesturePhase.allCases {
        text.sample(
          "refreshd_pulls_total", ["feed": feed.name.text, "phase": phase.rawValue],
          feed.runs.counts.count(phase))
      }
    }
  }

  private func writeRuns(_ feeds: [Feed], _ text: inout MetricsText) {
    text.family("refreshd_runs_started_total", .counter, "Runs that began, by cause.")
    for feed in feeds {
      for cause in Cause.allCases {
        text.sample(
          "refreshd_runs_started_total", ["feed": feed.name.text, "cause": cause.rawValue],
          feed.runs.counts.runsStarted[cause] ?? 0)
      }
    }
    text.family("refreshd_runs_total", .counter, "Runs that ended, by outcome.")
    for feed in feeds {
      for outcome in RunOutcome.allCases {
        text.sample(
          "refreshd_runs_total", ["feed": feed.name.text, "outcome": outcome.rawValue],
          feed.runs.counts.runsEnded[outcome] ?? 0)
      }
    }
    let scheduled = feeds.filter { $0.schedule != nil }
    text.family(
      "refreshd_schedule_failures", .gauge, "How many refreshes of a feed's schedule have failed in a row.")
    for feed in scheduled {
      text.sample("refreshd_schedule_failures", ["feed": feed.name.text], feed.schedule?.failed ?? 0)
    }
    text.family(
      "refreshd_schedule_next_time_seconds", .gauge,
      "When a feed refreshes by itself next, since 1970; none while one is under way or waits for somebody to watch."
    )
    for feed in scheduled {
      guard let next = feed.nextRefresh else { continue }
      text.sample(
        "refreshd_schedule_next_time_seconds", ["feed": feed.name.text], seconds: Double(next) / 1_000)
    }
    text.histogram("refreshd_run_duration_seconds", "From a run's start to its end.", house.metrics.runs)
    text.one("refreshd_sources_working", .gauge, "Sources at work.", house.slots.taken)
    text.one("refreshd_sources_waiting", .gauge, "Runs whose source waits for its turn.", house.slots.waiting)
  }

  private func writeStore(_ text: inout MetricsText) {
    text.histogram(
      "refreshd_commit_duration_seconds", "From the request to store rows until they are on the disk.",
      house.metrics.commits)
    text.one(
      "refreshd_commits_failed_total", .counter, "Requests to store rows that failed.",
      house.metrics.failedCommits)
    let waiting = house.store.waiting
    text.family("refreshd_store_queue", .gauge, "Requests that wait for the database.")
    text.sample("refreshd_store_queue", ["kind": "write"], waiting.writes)
    text.sample("refreshd_store_queue", ["kind": "read"], waiting.reads)
    text.one(
      "refreshd_store_damaged", .gauge, "Whether damage was found; then nothing is written any more.",
      house.store.foundDamage == nil ? 0 : 1)
  }

  private func writeProcess(_ text: inout MetricsText) {
    text.histogram(
      "refreshd_loop_lag_seconds", "How late the event loop came to what it does regularly.",
      house.metrics.lag)
    let figures = ProcessFigures()
    text.one(
      "refreshd_process_resident_memory_bytes", .gauge,
      "Memory of the process, without the kernel's for its sockets.",
      figures.residentBytes)
    text.one("refreshd_process_open_fds", .gauge, "Descriptors in use.", figures.openDescriptors)
    text.one("refreshd_process_max_fds", .gauge, "Descriptors that there may be.", figures.maxDescriptors)
    text.family(
      "refreshd_process_cpu_seconds_total", .counter, "Time of all cores, the kernel's work included.")
    text.sample("refreshd_process_cpu_seconds_total", seconds: figures.cpuSeconds)
    text.family("refreshd_process_start_time_seconds", .gauge, "When the server began, since 1970.")
    text.sample("refreshd_process_start_time_seconds", seconds: house.metrics.began)
  }
}
