/// The configuration that `refreshd config example` prints: every field, with what it means. It can be used as it is.
enum ExampleConfiguration {
  static var text: String {
    """
    // A configuration of refreshd, in JSON5: comments, commas at the end and names without quotes are welcome.
    //
    // Use it with: refreshd --config FILE. Look at it with: refreshd config check FILE. A running server reads it again
    // on SIGHUP. What is commented out shows a default, or what only you can know.
    // Durations are milliseconds, or "30s", "5m", "1h30m", "2d"; sizes are bytes, or "64KiB", "4MiB".
    {
      // Where to listen. Beyond this machine ("0.0.0.0:8080") it takes tokens, or open: true.
      listen: "127.0.0.1:8080",

      // The addresses that people see, if there is a proxy before the server or it has a name; and pages of others that
      // may use it.
      // origins: ["https://example.org"],

      // Proxies whose X-Forwarded-For says who asks.
      // trustedProxies: ["10.0.0.7", "10.1.0.0/16"],

      // https and wss by the server itself. The files are read again on SIGHUP.
      // tls: { cert: "/etc/refreshd/fullchain.pem", key: "/etc/refreshd/privkey.pem" },

      // Who may do what: 'refreshd token' prints an entry. Without tokens everybody who reaches the server may do all.
      // A role is view, pull, append or admin; feeds are those it is for, all if left out; the name is for the log.
      // tokens: [{ name: "kitchen", role: "pull", feeds: ["uptime"], hash: "sha256:\(String(repeating: "0", count: 64))" }],

      // true: listen beyond this machine without tokens, because you mean it.
      open: false,

      // The database, and the folder of the page; both have a place of their own if they are left out.
      // db: "/var/lib/refreshd/refresh.sqlite",
      // web: "/usr/share/refreshd/web",

      // error, warning, info or debug, to standard error.
      log: "info",
      // text, or json: an object a line, for programs.
      logFormat: "text",

      feeds: {
        // A feed's name, as it stands in addresses: a-z, 0-9, '.', '_' and '-'.
        uptime: {
          // What people read above the list.
          title: "Uptime",

          // append: new rows come in at the bottom. newest-first: at the top; then there is no bottom edge.
          order: "newest-first",
          // The rows of one refresh, where the newest are at the top. append: from the first to the last, as a command
          // prints them. newest-first: turned round, too, as news are read. If left out, it is as suits the source.
          runOrder: "append",

          // Where rows come from: a shell command line, each line of its output a row …
          source: {
            command: "uptime",
            directory: "/",
            // … with variables of its own; a secret comes from the server's environment.
            environment: { LANG: "C" },
            // environment: { PASSWORD: { env: "UPTIME_PASSWORD" } },
          },

          // How the top edge answers when it is pulled: a preset (overlay, footer or header), and what differs from it.
          top: {
            preset: "header",
            // reach: at the threshold the refresh begins; release: when the finger is lifted beyond it.
            trigger: "release",
            // down: the drag must begin at the edge; edge: it may reach it on its way.
            begins: "edge",
            // direct: the list follows the finger; rubberBand: it falls behind, by the coefficient.
            travel: "rubberBand",
            coefficient: 0.55,
            // Displacements in CSS pixels: 100 %, the largest, the one that is held while refreshing, and the way that
            // moves nothing.
            threshold: 64,
            limit: 160,
            rest: 64,
            slop: 8,
            // How long going back takes, how long a refresh shows at least, when it has failed, and how long the next
            // one has to wait.
            settle: 300,
            minimumVisible: 300,
            deadline: "30s",
            cooldown: 0,
            // true: pull only if there is more to see than fits the window.
            needsOverflow: false,
          },

          // Refresh by itself: "15m", or an object.
          schedule: {
            // How long after the end of the last refresh.
            every: "15m",
            // Up to so much more, at random.
            jitter: "1m",
            // When nothing begins, in local time.
            quiet: ["22:00-06:00"],
            // true: only while somebody watches.
            whenWatched: true,
            // Which edge's source and policy count; the top if left out.
            edge: "top",
          },

          // How much is kept; the oldest rows go first. All of it if left out. With runs: 1 the list shows only what the
          // last refresh brought.
          keep: { rows: 10000, age: "90d", bytes: "16MiB", runs: 1000 },
        },

        orders: {
          title: "Orders",
          // In place of an object: lines (the demo's), or command:LINE.
          source: "command:date",
          // How long the demo's source works.
          workTime: "1s",
          // The rows of a fresh list.
          seed: ["Pull me"],
          top: "overlay",
          // An edge may bring its rows from elsewhere.
          bottom: {
            preset: "footer",
            // A program and its arguments, without a shell.
            source: { command: ["date", "--utc"] },
          },
          // Which rows are not taken again: "text" or "key" (what the source says that a row is known by), among the
          // last ones or all; false: all are taken. If left out, rows with a key are.
          dedupe: { by: "text", window: 1000 },
        },

        news: {
          title: "News",
          order: "newest-first",
          // What a server answers. auto: a feed (RSS, Atom, JSON Feed), a JSON array of texts, or lines; or say lines or
          // feed. Of a feed's item people read its title, title-link or title-summary.
          source: {
            http: "https://example.org/news.xml",
            content: "feed",
            item: "title-link",
            headers: { "Accept-Language": "en" },
            // A token stands in the server's environment: bearer sends the one in that variable.
            // bearer: { env: "NEWS_TOKEN" },
            timeout: "30s",
            maxBytes: "16MiB",
            redirects: 5,
          },
          top: "header",
        },

        prices: {
          title: "Prices",
          // Where in a JSON document the rows are, what of each people read, and what it is known by.
          source: {
            http: "https://example.org/prices.json",
            content: { rows: "data.items", text: "{name}: {price}", key: "id" },
          },
          top: "overlay",
        },

        log: {
          title: "Log",
          // Lines that a file has had added; from start, or from end: only those that come after the first refresh.
          source: { file: "/var/log/syslog", from: "end" },
          top: "overlay",
        },

        inbox: {
          title: "Inbox",
          // Text files that are dropped into a folder; a row is the whole file, or each line.
          source: { directory: "/var/lib/refreshd/inbox", rows: "file" },
          top: "overlay",
        },

        tickets: {
          title: "Tickets",
          // Rows of a query on another program's database: text and key; :last is the last key that was brought.
          source: {
            sqlite: "/var/lib/tickets/tickets.db",
            query: "SELECT title, id FROM tickets WHERE id > coalesce(:last, 0) ORDER BY id",
          },
          top: "overlay",
        },

        // A feed without source and edges is appended to by programs: POST /feeds/notes/rows.
        notes: { title: "Notes" },
      },

      // Times and bounds, with their defaults.
      settings: {
    \(settings)
      },
    }

    """
  }

  private static var settings: String {
    Tunable.all.map { tunable in
      let field = "    // \"\(tunable.name)\": \(value(of: tunable)),"
      let padding = String(repeating: " ", count: max(1, 44 - field.count))
      return "\(field)\(padding)// \(tunable.meaning)"
    }.joined(separator: "\n")
  }

  /// Its default as a person writes it.
  private static func value(of tunable: Tunable) -> String {
    let value = Tunables()[keyPath: tunable.path]
    switch tunable.unit {
    case "MS" where value >= 1_000 && value.isMultiple(of: 1_000): return "\"\(value / 1_000)s\""
    case "BYTES" where value >= 1_024 && value.isMultiple(of: 1_024): return "\"\(value / 1_024)KiB\""
    default: return "\(value)"
    }
  }
}
