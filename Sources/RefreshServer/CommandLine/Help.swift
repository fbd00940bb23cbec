/// The text of `refreshd --help`.
public enum Help {
  /// How the command is used: the options people need first, then the advanced ones.
  public static var text: String { text(commands: "") }

  /// The same with lines on commands of the program that are not the server's.
  public static func text(commands: String) -> String {
    """
    refreshd \(Version.text): pull-to-refresh that a whole room shares

    usage: refreshd [serve] [options]
    \(CommandPage.overview)
    \(commands)
    Without a command it runs the server; without --source and --config, too, that shows a demo: the feeds main, overlay,
    footer and header.

      --listen HOST:PORT   where to listen (127.0.0.1:8080; port 0 picks a free one;
                           0.0.0.0:8080 listens in the network, too, and needs tokens or --open)
      --token ROLE:HASH    a token that lets its bearer in, as 'refreshd token' prints it (may be given again);
                           with one or more, nobody gets in without
      --open               listen beyond this machine without tokens: whoever reaches the server may do everything
      --origin URL         a page from elsewhere that may use the server, or the address that people see when there is
                           a proxy before it or the server has a name: https://example.org (may be given again)
      --trusted-proxy ADDRESS[/BITS]
                           a proxy whose X-Forwarded-For says who asks (may be given again)
      --tls-cert FILE      serve by https and wss, with this certificate and those between it and a root (PEM)
      --tls-key FILE       its key; both are read again when the process gets SIGHUP
      --db FILE            the database (refresh.sqlite, for the demo demo.sqlite, in $STATE_DIRECTORY,
                           else $XDG_STATE_HOME/refreshd, else ~/.local/state/refreshd)
      --source SPEC        one feed, main, fed by: lines (the demo's), command:SHELL COMMAND LINE, http://… or
                           https://… (the items of an RSS, Atom or JSON feed, a JSON array, or lines), file:PATH
                           (lines that are added to it) or directory:PATH (text files that are dropped into it)
      --config FILE        all of this and more from a file, see 'refreshd config example'; read again on SIGHUP
      --web DIR            the page (../share/refreshd/web beside the executable, else the package's web)
      --log \(choice(LogLevel.self))
                           how much is told, to standard error (info)
      --log-format \(choice(LogFormat.self))
                           lines for people, or an object a line for programs (text)
      --help, --version    print this, or the version

    Each option is a variable, too: REFRESHD_LISTEN, REFRESHD_KEEP_ROWS … (REFRESHD_TOKENS for --token; several with
    spaces between; REFRESHD_OPEN=true). The command line counts before a variable, and that before the file. Durations
    may be written 30s, 5m, 1h30m or 2d, sizes 64KiB or 4MiB.

    advanced: times and bounds
    \(lines(Tunable.all.map { ("--\($0.name) \($0.unit)", "\($0.meaning) (\(Tunables()[keyPath: $0.path]))") }))

    advanced: one field of the policy of every edge of every feed
    \(lines(PolicyField.all.map { ("--\($0.flag) \($0.form)", $0.meaning) }))

    Exit status: 0 after SIGTERM or SIGINT, or when the database is in order, 64 for a wrong command line, 78 for a
    wrong configuration, else 1.

    'refreshd COMMAND --help' tells more of each command.

    examples:
      refreshd --source 'command:df -h'
      refreshd --source https://example.org/news.xml
      refreshd --listen 0.0.0.0:8080 --token pull:sha256:… --source 'command:uptime'

    """
  }

  /// The words of which one is to be written.
  static func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> String {
    Choice.allCases.map(\.rawValue).joined(separator: "|")
  }

  private static func lines(_ rows: [(String, String)]) -> String {
    rows.map { option, meaning in
      let padding = String(repeating: " ", count: max(1, 30 - option.count))
      return "  \(option)\(padding)\(meaning)"
    }.joined(separator: "\n")
  }
}
