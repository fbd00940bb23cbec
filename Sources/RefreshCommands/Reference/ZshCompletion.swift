/// The completion for zsh.
enum ZshCompletion {
  static func text(_ known: KnownCommands) -> String {
    let own = [("serve", "runs the server"), ("help", "prints how the program, or a command, is used")]
    let names = (known.commands.map { ($0.name, $0.summary) } + own).map { name, summary in
      "    '\(quoted(name, summary, separator: ":"))'"
    }
    let cases = known.commands.map { command -> String in
      var specs = command.options.map(spec)
      switch command.operand {
      case .feed: specs.append("'1:feed:_refreshd_feeds'")
      case .word(let words): specs.append("'1:what:(\(words.joined(separator: " ")))'")
      case nil: break
      }
      if command.files.contains("") { specs.append("'1:file:_files'") }
      let words = command.files.filter { !$0.isEmpty }
      if !words.isEmpty {
        specs.append("'2:file:{ [[ $words[2] == (\(words.joined(separator: "|"))) ]] && _files }'")
      }
      return "    \(command.name)) _arguments \(specs.joined(separator: " \\\n      ")) ;;"
    }
    return """
      #compdef refreshd
      # Completion of refreshd for zsh, printed by 'refreshd completions zsh'.

      _refreshd_feeds() {
        local -a server feeds
        local i
        for ((i = 2; i < $#words; i++)); do
          case $words[i] in --server|--token-file) server+=($words[i] $words[i+1]) ;; esac
        done
        # Only names come from the program, as it is called here; without it there are none.
        feeds=(${${(f)"$(timeout 2 ${(Q)~program} feeds $server 2>/dev/null)"}[2,-1]%% *})
        compadd -a feeds
      }

      _refreshd() {
        local program=$words[1] word
        local -a commands before
        # What stands behind an equals sign is a word of its own from here on.
        for word in "${(@)words[1,CURRENT-1]}"; do
          if [[ $word == --*=* ]]; then before+=("${word%%=*}" "${word#*=}"); else before+=("$word"); fi
        done
        if [[ $words[CURRENT] == --*=* ]]; then
          before+=("${words[CURRENT]%%=*}")
          words[CURRENT]=${words[CURRENT]#*=}
          compset -P '*='
        fi
        words=("${(@)before}" "${(@)words[CURRENT,-1]}")
        CURRENT=$(( $#before + 1 ))
        commands=(
      \(names.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
          _describe command commands
          return
        fi
        if [[ $words[2] != -* ]]; then
          shift words
          (( CURRENT-- ))
          case $words[1] in
        \(cases.joined(separator: "\n  "))
          help) (( CURRENT > 2 )) || _describe command commands ;;
          serve) _arguments \(known.server.map(spec).joined(separator: " \\\n      ")) ;;
          esac
          return
        fi
        _arguments \(known.server.map(spec).joined(separator: " \\\n    "))
      }

      if [[ $funcstack[1] == _refreshd ]]; then _refreshd "$@"; elif (( $+functions[compdef] )); then compdef _refreshd refreshd; fi

      """
  }

  private static func spec(_ option: OptionEntry) -> String {
    let repeats = option.meaning.contains("given again") ? "*" : ""
    var spec = "'\(repeats)--\(option.name)[\(escaped(option.meaning))]"
    if let value = option.value {
      spec += ":\(escaped(value)):"
      switch option.kind {
      case .text: break
      case .file: spec += "_files"
      case .feed: spec += "_refreshd_feeds"
      case .choice(let words): spec += "(\(words.joined(separator: " ")))"
      }
    }
    return spec + "'"
  }

  private static func quoted(_ name: String, _ meaning: String, separator: String) -> String {
    name + separator + escaped(meaning)
  }

  /// A text inside single quotes and the brackets of a specification.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "'\\''").replacing("[", with: "\\[")
      .replacing("]", with: "\\]").replacing(":", with: "\\:")
  }
}
