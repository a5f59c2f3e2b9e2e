import Configuration

/// `rakkan config`: what is wrong with the configuration, and what counts.
enum ConfigCommand {
    static func run(_ action: Command.ConfigAction, _ options: Options) throws(UsageError) -> Int32 {
        let reading = ConfigurationFile.read()
        switch action {
        case .check: return check(reading, isJSON: options.isJSON)
        case .show:
            guard reading.mistakes.isEmpty else { return check(reading, isJSON: false) }
            show(reading, options)
            return ExitStatus.done
        }
    }

    /// Says everything that is wrong.
    private static func check(_ reading: ConfigurationFile.Reading, isJSON: Bool) -> Int32 {
        let path = reading.path ?? ""
        let mistakes = reading.mistakes + reading.configuration.conflicts
        if isJSON {
            let rows = mistakes.map { mistake in
                JSON.object([
                    ("file", .string(path)), ("line", mistake.line.map { .number($0) } ?? .null),
                    ("mistake", .string(mistake.sentence)),
                ])
            }
            Console.say(JSON.array(rows).text)
        } else if mistakes.isEmpty {
            Console.say(
                reading.exists
                    ? "\(shown(path)) is in order" : "there is no \(shown(path)): everything is as it comes")
        } else {
            for mistake in mistakes { Console.complain(ConfigurationFile.sentence(mistake, in: path)) }
        }
        return mistakes.isEmpty ? ExitStatus.done : ExitStatus.usage
    }

    private struct Row {
        let name: String
        let value: JSONNode.Value
        let origin: String
    }

    /// Every setting, with its value and who said so.
    private static func show(_ reading: ConfigurationFile.Reading, _ options: Options) {
        let rows = Setting.all.map { setting in
            if let option = setting.option, let value = options.given[option] {
                return Row(name: setting.name, value: Self.value(of: value, for: setting), origin: "option")
            }
            if let node = reading.configuration.given[setting.name] {
                return Row(name: setting.name, value: node.value, origin: "file")
            }
            // The board that is nobody's choice has a name all the same.
            let isBoard = setting.name == "board" && reading.board != nil
            return Row(
                name: setting.name, value: isBoard ? .string(reading.board ?? "") : setting.usual, origin: "default")
        }
        if options.isJSON {
            let all = rows.map { row in
                JSON.object([
                    ("name", .string(row.name)), ("value", JSON(row.value)), ("origin", .string(row.origin)),
                ])
            }
            return Console.say(JSON.array(all).text)
        }
        let names = rows.map(\.name.count).max() ?? 0
        for row in rows {
            let gap = String(repeating: " ", count: names - row.name.count)
            let note = row.origin == "default" ? "" : "  (\(row.origin))"
            Console.say("\(row.name)\(gap)  \(shown(row.value.written))\(note)")
        }
    }

    /// An option's value as the file would have it.
    private static func value(of text: String, for setting: Setting) -> JSONNode.Value {
        if case .bool = setting.usual { return .bool(text != "off") }
        return .string(text)
    }
}

extension JSON {
    fileprivate init(_ value: JSONNode.Value) {
        switch value {
        case .null: self = .null
        case .bool(let isTrue): self = .bool(isTrue)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let items): self = .array(items.map { JSON($0.value) })
        case .object(let members): self = .object(members.map { ($0.name, JSON($0.node.value)) })
        }
    }
}
