import CommentScreens
import Configuration

/// `rakkan keys`: the table of keys as it is here, with the user's own.
enum KeysCommand {
    static func run(_ options: Options) {
        let table = options.configuration.keyTable
        guard options.isJSON else {
            for conflict in options.configuration.conflicts { Console.complain(shown(conflict.sentence)) }
            return Console.say(table.markdown())
        }
        let rows = table.rows.map { row in
            JSON.object([
                ("place", .optional(row.place)), ("action", .optional(row.action)),
                ("keys", .array(row.keys.map { .string($0) })), ("words", .string(row.words)),
            ])
        }
        Console.say(JSON.array(rows).text)
    }
}
