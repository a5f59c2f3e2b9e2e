/// Scripts that complete the command line, made from the table that reads it.
enum Completions {
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let commands = ArgumentParser.commandNames.sorted()
    private static let options = ArgumentParser.known
    private static let subcommands = ArgumentParser.commandWords.sorted { $0.key < $1.key }

    /// The options whose values are of one sort, as a pattern of `case`.
    private static func pattern(_ isWanted: (ArgumentParser.Values) -> Bool) -> String {
        options.filter { $0.takesValue && isWanted($0.values) }.map { "--\($0.name)" }.joined(separator: "|")
    }

    private static var wordCases: String {
        options.compactMap { option -> String? in
            guard case .words(let words) = option.values else { return nil }
            return "    --\(option.name)) words='\(words.joined(separator: " "))' ;;"
        }.joined(separator: "\n")
    }

    /// Bash splits `--option=value` at the sign; what stands behind it is completed as after a blank.
    private static var bash: String {
        """
        # rakkan for bash: put it into ~/.local/share/bash-completion/completions/rakkan
        _rakkan() {
          local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words='' command='' index
          if [ "$word" = '=' ]; then word=''
          elif [ "$before" = '=' ]; then before="${COMP_WORDS[COMP_CWORD-2]}"; fi
          COMPREPLY=()
          case "$before" in
            \(pattern { $0 == .file })) compopt -o filenames 2>/dev/null
              mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
            \(pattern { $0 == .folder })) compopt -o filenames 2>/dev/null
              mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
            \(pattern { $0 == .others })) return ;;
        \(wordCases)
          esac
          if [ -n "$words" ]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"); return; fi
          for ((index = 1; index < COMP_CWORD; index++)); do
            case "${COMP_WORDS[index]}" in
              \(pattern { _ in true })) index=$((index + 1)) ;;
              -*|=) ;;
              *) command="${COMP_WORDS[index]}"; break ;;
            esac
          done
          case "$word:$command" in
            -*) words='\(options.map { "--\($0.name)" }.joined(separator: " "))' ;;
            *:) words='\(commands.joined(separator: " "))' ;;
        \(subcommands.map { "    *:\($0.key)) words='\($0.value.joined(separator: " "))' ;;" }.joined(separator: "\n"))
          esac
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        }
        complete -F _rakkan rakkan
        """
    }

    private static var zsh: String {
        let specs = options.map { option -> String in
            guard option.takesValue else { return "    '--\(option.name)'" }
            let values =
                switch option.values {
                case .words(let words): "(\(words.joined(separator: " ")))"
                case .file: "_files"
                case .folder: "_files -/"
                case .others: " "
                }
            return "    '--\(option.name)=:\(option.name):\(values)'"
        }
        return """
            #compdef rakkan
            # rakkan for zsh: put it into a folder of $fpath, as _rakkan
            _rakkan() {
              local words_of_command=''
              _arguments -S \\
            \(specs.joined(separator: " \\\n")) \\
                '1:command:(\(commands.joined(separator: " ")))' \\
                '*::word:->word' && return
              case "$line[1]" in
            \(subcommands.map { "    \($0.key)) words_of_command='\($0.value.joined(separator: " "))' ;;" }.joined(separator: "\n"))
              esac
              [[ -n "$words_of_command" ]] && compadd -- ${=words_of_command}
            }
            if [[ "$funcstack[1]" = _rakkan ]]; then _rakkan "$@"; else compdef _rakkan rakkan; fi
            """
    }

    private static var fish: String {
        var lines = ["# rakkan for fish: put it into ~/.config/fish/completions/rakkan.fish", "complete -c rakkan -f"]
        for option in options {
            let values =
                switch option.values {
                case .words(let words): "-x -a '\(words.joined(separator: " "))'"
                case .file: "-r -F"
                case .folder: "-x -a '(__fish_complete_directories)'"
                case .others: option.takesValue ? "-x" : ""
                }
            lines.append("complete -c rakkan -l \(option.name) \(values)")
        }
        lines.append("complete -c rakkan -n __fish_use_subcommand -a '\(commands.joined(separator: " "))'")
        for (command, words) in subcommands {
            lines.append(
                "complete -c rakkan -n '__fish_seen_subcommand_from \(command)' -a '\(words.joined(separator: " "))'")
        }
        return lines.joined(separator: "\n")
    }
}
