/// Every word, how it is said and what it does: what reads them, `help` and the documentation.
package enum WordList {
    package struct Entry: Sendable {
        let names: [String]
        package let usage: String
        package let meaning: String
        /// Nil if what follows the name is not what the word needs.
        let make: @Sendable (String) -> Word?

        fileprivate init(
            _ usage: String, _ meaning: String, also others: [String] = [],
            _ make: @escaping @Sendable (String) -> Word?
        ) {
            names = [String(usage.prefix { $0 != " " })] + others
            self.usage = usage
            self.meaning = meaning
            self.make = make
        }
    }

    static func entry(named name: String) -> Entry? { all.first { $0.names.contains(name) } }

    package static let all: [Entry] = [
        Entry("posts", "the posts, the newest first") { alone(.posts, $0) },
        Entry("open N", "open post N and read its newest comments") { number($0).map { .open($0) } },
        Entry("comments", "the newest comments of the open post again") { alone(.comments, $0) },
        Entry("more", "what is older than what was listed last") { alone(.more, $0) },
        Entry("read N", "comment N again") { number($0).map { .read($0) } },
        Entry("comment [TEXT]", "write a comment; without a text: in lines, until one with a dot") {
            .comment(text($0))
        },
        Entry("reply N [TEXT]", "answer comment N") { numbered($0) { .reply(to: $0, $1) } },
        Entry("post [TITLE]", "write a post; without a title: its first line is the title") { .addPost(text($0)) },
        Entry("favourite N|post", "make comment N, or the open post, a favourite of yours", also: ["favorite"]) {
            item($0).map { .favourite($0, wish: true) }
        },
        Entry("unfavourite N|post", "take that back", also: ["unfavorite"]) {
            item($0).map { .favourite($0, wish: false) }
        },
        Entry("edit N|post [TEXT]", "give it another text") { line in
            let (first, rest) = split(line)
            return item(first).map { .edit($0, text(rest)) }
        },
        Entry("delete N|post", "take it away; asks") { item($0).map { .delete($0) } },
        Entry("undo", "take the last deletion back, for 5 s") { alone(.undo, $0) },
        Entry("retry N|post|oN|all", "send again what failed, or at once what waits") {
            $0 == "all" ? .retryAll : target($0).map { .retry($0) }
        },
        Entry("discard N|post|oN", "take away what failed or waits; a text is kept as a draft") {
            target($0).map { .discard($0) }
        },
        Entry("keep N|post|oN", "take what looks posted already as posted") { target($0).map { .keep($0) } },
        Entry("outbox", "what waits and what failed, as o1, o2, …") { alone(.outbox, $0) },
        Entry("wait", "go on when nothing is on its way any more") { alone(.wait, $0) },
        Entry("status", "where you are, and as whom") { alone(.status, $0) },
        Entry("sign-in [NAME]", "use an account; its password is asked for") { .signIn(text($0)) },
        Entry("sign-up [NAME]", "make an account") { .signUp(text($0)) },
        Entry("sign-out", "go on without one") { alone(.signOut, $0) },
        Entry("rooms", "the rooms of a homeserver: yours, then the public ones") { alone(.rooms, $0) },
        Entry("room N|NAME", "open a room; joins it if need be") { text($0).map { .room($0) } },
        Entry("network [PRESET]", "behave like that network; alone: which there are") { .network(text($0)) },
        Entry("refuse", "what is sent next is refused, for trying") { alone(.refuse, $0) },
        Entry("auto-retry on|off", "whether what was not answered is sent again by itself") {
            $0 == "on" ? .automaticRetry(true) : $0 == "off" ? .automaticRetry(false) : nil
        },
        Entry("waiting", "the waiting way on or off, in the demo") { alone(.switchWay, $0) },
        Entry("help", "this list", also: ["?"]) { alone(.help, $0) },
        Entry("quit", "send what can be sent within 2 s, and leave", also: ["exit", "q"]) { alone(.quit, $0) },
    ]

    // MARK: What follows a name

    private static func alone(_ word: Word, _ rest: String) -> Word? { rest.isEmpty ? word : nil }
    private static func text(_ rest: String) -> String? { rest.isEmpty ? nil : rest }

    private static func number(_ rest: String) -> Int? { Int(rest).flatMap { $0 > 0 ? $0 : nil } }

    private static func item(_ rest: String) -> Word.Target? {
        rest == "post" ? .post : number(rest).map { .comment($0) }
    }

    /// Or what the outbox lists.
    private static func target(_ rest: String) -> Word.Target? {
        if rest.first == "o", let entry = number(String(rest.dropFirst())) { return .outbox(entry) }
        return item(rest)
    }

    private static func numbered(_ rest: String, _ make: (Int, String?) -> Word) -> Word? {
        let (first, behind) = split(rest)
        return number(first).map { make($0, text(behind)) }
    }

    private static func split(_ rest: String) -> (String, String) {
        let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1].drop(while: \.isWhitespace)) : "")
    }
}
