/// The completion for bash.
enum BashCompletion {
  static func text(_ known: KnownCommands) -> String {
    let names = known.commands.map(\.name) + ["serve", "help"]
    let options = known.commands.map { command in
      "    \(command.name)) options='\(flags(command.options))' ;;"
    }
    let feeds = known.commands.filter { $0.operand == .feed }.map(\.name).joined(separator: "|")
    let words = known.commands.compactMap { command -> String? in
      guard case .word(let words) = command.operand else { return nil }
      return "    \(command.name)) [[ $COMP_CWORD -ne 2 ]] || operands='\(words.joined(separator: " "))' ;;"
    }
    let files = known.commands.flatMap { command in
      command.files.map { $0.isEmpty ? "'\(command.name) '*" : "'\(command.name) \($0)'" }
    }
    let all = known.server + known.commands.flatMap(\.options)
    return """
      # Completion of refreshd for bash, printed by 'refreshd completions bash'.
      _refreshd_feeds() {
        local option
        local -a server=()
        for option in --server --token-file; do
          [[ $1 =~ \\ ${option}[=\\ ]+([^\\ ]+)\\  ]] && server+=("$option" "${BASH_REMATCH[1]}")
        done
        # Only names come from the program, as it is called here; without it there are none.
        timeout 2 "${COMP_WORDS[0]}" feeds "${server[@]}" 2>/dev/null | sed '1d;s/ .*//'
      }
      _refreshd() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
        local command='' options='' operands=''
        local line=" ${COMP_LINE:0:COMP_POINT}"
        [[ $COMP_CWORD -lt 2 || ${COMP_WORDS[1]} == -* ]] || command=${COMP_WORDS[1]}
        COMPREPLY=()
        # The shell takes '=' and ':' for words of their own.
        [[ $cur != = ]] || { cur=''; prev='='; }
        [[ $prev != = || $COMP_CWORD -lt 2 ]] || prev=${COMP_WORDS[COMP_CWORD - (${#cur} > 0 ? 2 : 1)]}
        case $prev in
      \(values(all).joined(separator: "\n"))
        esac
        case $command in
      \(options.joined(separator: "\n"))
          *) options='\(flags(known.server))' ;;
        esac
        case "$command ${COMP_WORDS[2]}" in \(files.joined(separator: " | "))) compopt -o default ;; esac
        case $command in
      \(words.joined(separator: "\n"))
          help) operands='\(names.joined(separator: " "))' ;;
          \(feeds)) [[ $cur == -* ]] || operands=$(_refreshd_feeds "$line") ;;
        esac
        [[ $COMP_CWORD -gt 1 ]] || operands='\(names.joined(separator: " "))'
        [[ $cur == -* ]] && operands=$options
        mapfile -t COMPREPLY < <(compgen -W "$operands" -- "$cur")
      }
      complete -F _refreshd refreshd

      """
  }

  private static func flags(_ options: [OptionEntry]) -> String {
    options.map { "--" + $0.name }.joined(separator: " ")
  }

  /// Lines of a `case` on the word before: what completes an option's value.
  private static func values(_ options: [OptionEntry]) -> [String] {
    var seen: Set<String> = []
    let fresh = options.filter { $0.value != nil && seen.insert($0.name).inserted }
    let files = fresh.filter { $0.kind == .file }.map { "--" + $0.name }
    var lines: [String] = []
    if !files.isEmpty {
      lines.append(
        """
            \(files.joined(separator: " | ")))
              compopt -o filenames
              mapfile -t COMPREPLY < <(compgen -f -- "$cur")
              return
              ;;
        """)
    }
    for option in fresh {
      guard case .choice(let words) = option.kind else { continue }
      lines.append(
        """
            --\(option.name))
              mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- "$cur")
              return
              ;;
        """)
    }
    let feeds = fresh.filter { $0.kind == .feed }.map { "--" + $0.name }
    if !feeds.isEmpty {
      lines.append(
        """
            \(feeds.joined(separator: " | ")))
              mapfile -t COMPREPLY < <(compgen -W "$(_refreshd_feeds "$line")" -- "$cur")
              return
              ;;
        """)
    }
    let texts = fresh.filter { $0.kind == .text }.map { "--" + $0.name }
    if !texts.isEmpty { lines.append("    \(texts.joined(separator: " | "))) return ;;") }
    lines.append("    :) [[ $line =~ \\ --[a-z-]+[=\\ ]+[^\\ ]*$ ]] && return ;;")
    return lines
  }
}
