import CommentPresenters
import TerminalUI

extension KeyTable {
    private static let lists: [Focus] = [.feed, .post, .outbox]
    private static let panes: [Focus] = [.feed, .post]
    /// Where there is a selection to move and nothing to type.
    private static let movable: [Focus] = lists + [.rooms, .help]

    static let bindings: [Binding] =
        everywhere + inLists + onItems + inSearches + inTexts + inPanels + inForms + inQuestions + whileWaiting

    private static func bind(
        _ keys: Key..., in places: [Focus], to intent: Intent, _ words: String, hint: String? = nil
    ) -> Binding {
        Binding(keys: keys, places: places, meaning: .intent(intent), words: words, hint: hint)
    }

    private static func page(_ keys: Key..., halves: Int, _ words: String) -> Binding {
        Binding(keys: keys, places: movable, meaning: .page(halves), words: words, hint: nil)
    }

    private static let everywhere: [Binding] = [
        bind(.text("?"), in: lists + [.rooms], to: .app(.help), "help", hint: helpHint),
        bind(.text("q"), in: [.feed], to: .app(.quit), "quit"),
        bind(.text("q"), .escape, in: [.post, .outbox, .help], to: .back, "back", hint: backHint),
        bind(.text("q"), in: [.rooms], to: .back, "back; quit where no room is open", hint: backHint),
        bind(.escape, .tab, in: [.rooms], to: .otherPane, "end the search; back, where a room is open"),
        bind(.text("?"), in: [.help], to: .app(.help), "back"),
        bind(.enter, in: [.help], to: .back, "back"),
        bind(.control("c"), in: Focus.allCases, to: .app(.quit), "quit; what waits is kept"),
        bind(.control("l"), in: Focus.allCases, to: .app(.redraw), "draw the screen again"),
        bind(.control("z"), in: Focus.allCases, to: .app(.suspend), "suspend"),
        bind(.tab, in: panes, to: .otherPane, "the other pane"),
        bind(.text("S"), in: lists + [.rooms], to: .signOut, "sign out, after asking, or in"),
        bind(.text("o"), in: lists, to: .showOutbox, "outbox: what waits and what failed", hint: "o outbox"),
        bind(.text("R"), in: panes, to: .rooms(.show), "the other rooms of a homeserver"),
        bind(.text("R"), in: [.rooms], to: .rooms(.readAgain), "read them again", hint: "R reads again"),
        bind(
            .text("L"), in: lists + [.rooms], to: .showNetwork, "network panel, where there is one", hint: networkHint),
        bind(.control("f"), in: lists + [.rooms], to: .network(.refuseNext), "there: refuse what is sent next"),
        bind(
            .control("r"), in: lists + [.rooms], to: .network(.switchAutomaticRetry), "there: automatic retry on or off"
        ),
        bind(.text("W"), in: lists, to: .app(.switchWay), "in the demo: the waiting way on or off"),
        bind(
            .text("T"), in: lists, to: .app(.switchPendingRule),
            "in the demo: the talk's rule on what is not sent yet"),
    ]

    private static let whileWaiting: [Binding] = [
        bind(.escape, in: [.waiting], to: .back, "wait no longer", hint: "Esc waits no longer")
    ]

    static let helpHint = "? help"
    static let backHint = "q back"
    static let networkHint = "L network"

    private static let inLists: [Binding] = [
        bind(.text("j"), .down, in: movable, to: .move(.by(1)), "down"),
        bind(.text("k"), .up, in: movable, to: .move(.by(-1)), "up"),
        bind(.text("g"), .home, in: movable, to: .move(.first), "first"),
        bind(.text("G"), .end, in: movable, to: .move(.last), "last"),
        page(.pageDown, halves: 2, "a page down"),
        page(.pageUp, halves: -2, "a page up"),
        page(.control("d"), halves: 1, "half a page down"),
        page(.control("u"), halves: -1, "half a page up"),
        bind(.enter, in: [.rooms], to: .activate, "open; joins it if need be", hint: "Enter opens"),
        bind(.enter, in: [.feed], to: .activate, "open; on a failed post: retry", hint: "Enter opens"),
        bind(
            .enter, in: [.post], to: .activate,
            "retry, send, go to what blocks it; else open or fold it"),
        bind(.enter, in: [.outbox], to: .activate, "retry; on one that waits: send now", hint: "Enter retries"),
        bind(.text("/"), in: panes + [.rooms], to: .list(.search), "search", hint: "/ searches"),
        bind(.text("n"), in: panes + [.rooms], to: .list(.nextHit), "the next hit"),
        bind(.text("N"), in: panes + [.rooms], to: .list(.previousHit), "the hit before"),
        bind(.escape, in: [.feed], to: .list(.endSearch), "end the search"),
        bind(.text("t"), in: lists, to: .list(.switchTimes), "times: how long ago, or date and hour"),
        bind(.text("R"), in: [.outbox], to: .retryAll, "retry all that failed", hint: "R retries all"),
    ]

    private static let onItems: [Binding] = [
        bind(.text("c"), in: panes, to: .item(.comment), "comment", hint: "c comments"),
        bind(.text("r"), in: [.post], to: .item(.reply), "reply", hint: "r replies"),
        bind(.text("f"), in: panes, to: .item(.toggleFavourite), "favourite, or not any more", hint: "f favourite"),
        bind(.text("F"), in: panes, to: .list(.showFavouriters), "who favourited it"),
        bind(.text("-"), in: [.post], to: .list(.fold), "fold the replies of a comment"),
        bind(.text("+"), in: [.post], to: .list(.unfold), "open what is folded"),
        bind(.text("p"), in: panes, to: .addPost, "new post", hint: "p posts"),
        bind(.text("e"), in: lists, to: .item(.edit), "edit your own; on a failed one: its text"),
        bind(.text("d"), in: panes, to: .item(.delete), "delete your own, after asking"),
        bind(.text("u"), in: lists, to: .app(.undo), "undo a deletion, for 5 s"),
        bind(
            .text("x"), in: lists, to: .item(.discard), "discard what failed or waits; its text goes to the composer",
            hint: "x discards"),
        bind(.text("K"), in: lists, to: .item(.keep), "keep what looks already posted"),
        bind(.text("y"), in: panes, to: .item(.copy), "copy"),
    ]

    private static let inTexts: [Binding] =
        [
            bind(.enter, in: [.composer], to: .send, "send", hint: "Enter sends"),
            bind(
                .control("j"), .altEnter, in: [.composer], to: .text(.change(.newLine)), "a new line",
                hint: "Ctrl-J new line"),
            bind(.escape, in: [.composer], to: .back, "close; the draft is kept", hint: "Esc keeps the draft"),
            bind(
                .control("o"), in: [.composer], to: .app(.openEditor), "write it in $VISUAL or $EDITOR",
                hint: "Ctrl-O editor"),
        ] + motions

    private static let motions: [Binding] = [
        change(.left, .control("b"), to: .left, "a character back"),
        change(.right, .control("f"), to: .right, "a character on"),
        change(.up, in: [.composer, .signIn], to: .up, "a row up"),
        bind(.control("p"), in: [.composer], to: .text(.change(.up)), "a row up"),
        change(.down, in: [.composer, .signIn], to: .down, "a row down"),
        bind(.control("n"), in: [.composer], to: .text(.change(.down)), "a row down"),
        change(.alt("b"), .controlLeft, to: .wordLeft, "a word back"),
        change(.alt("f"), .controlRight, to: .wordRight, "a word on"),
        change(.home, .control("a"), to: .lineStart, "the line's beginning"),
        change(.end, .control("e"), to: .lineEnd, "the line's end"),
        change(.backspace, to: .deleteBackward, "delete the character before"),
        change(.delete, .control("d"), to: .deleteForward, "delete the character behind"),
        change(.control("k"), to: .killToLineEnd, "cut to the line's end"),
        bind(
            .control("u"), in: [.composer], to: .text(.change(.killToLineStart)), "cut to the line's beginning"),
        change(.control("w"), to: .killToBlank, "cut back to a blank"),
        change(.altBackspace, to: .killWordBackward, "cut the word before"),
        change(.alt("d"), to: .killWordForward, "cut the word behind"),
        change(.control("y"), to: .yank, "put back what was cut"),
        bind(.alt("y"), in: [.composer], to: .text(.change(.yankOlder)), "just after that: what was cut before it"),
        bind(.control("t"), in: [.composer], to: .text(.change(.transpose)), "exchange two characters"),
        bind(.control("_"), in: [.composer], to: .text(.change(.undo)), "undo (also Ctrl-/)"),
        bind(.alt("/"), in: [.composer], to: .text(.change(.redo)), "do again what was undone"),
    ]

    private static func change(
        _ keys: Key..., in places: [Focus] = [.composer, .search, .signIn], to change: TextChange, _ words: String
    ) -> Binding {
        Binding(keys: keys, places: places, meaning: .intent(.text(.change(change))), words: words, hint: nil)
    }

    private static let inSearches: [Binding] = [
        bind(.enter, in: [.search], to: .send, "keep the hits marked", hint: "Enter keeps it"),
        bind(.escape, in: [.search], to: .back, "end it, and go back to where it began", hint: "Esc ends it"),
        bind(.down, in: [.search], to: .list(.nextHit), "the next hit"),
        bind(.up, in: [.search], to: .list(.previousHit), "the hit before"),
        bind(.control("u"), in: [.search], to: .text(.change(.killToLineStart)), "cut to the line's beginning"),
    ]

    private static let inPanels: [Binding] = [
        bind(.enter, in: [.network], to: .activate, "choose", hint: "Enter chooses"),
        bind(.down, in: [.network], to: .move(.by(1)), "down"),
        bind(.up, in: [.network], to: .move(.by(-1)), "up"),
        bind(.backspace, in: [.network], to: .text(.change(.deleteBackward)), "take a letter back"),
        bind(
            .control("f"), in: [.network], to: .network(.refuseNext), "refuse what is sent next",
            hint: "Ctrl-F refuses"),
        bind(.control("r"), in: [.network], to: .network(.switchAutomaticRetry), "automatic retry on or off"),
        bind(.escape, in: [.network], to: .back, "close", hint: "Esc closes"),
        bind(.escape, .text("q"), .enter, in: [.favouriters], to: .back, "close", hint: "Esc closes"),
        bind(.text("F"), in: [.favouriters], to: .list(.showFavouriters), "close"),
    ]

    private static let inForms: [Binding] = [
        bind(.tab, in: [.signIn], to: .form(.nextField), "the next field"),
        bind(.backTab, in: [.signIn], to: .form(.fieldBefore), "the field before"),
        bind(.enter, in: [.signIn], to: .send, "the next field; on the last: send"),
        bind(.control("u"), in: [.signIn], to: .text(.change(.clear)), "clear the field"),
        bind(.control("n"), in: [.signIn], to: .form(.switchMode), "create an account, or sign in"),
        bind(.control("p"), in: [.signIn], to: .form(.switchProgress), "what the next request is shown with (demo)"),
        bind(.escape, in: [.signIn], to: .back, "cancel; or read without an account"),
    ]

    private static let inQuestions: [Binding] = [
        bind(.text("y"), in: [.deleteQuestion], to: .answer(.yes), "delete"),
        bind(.text("n"), .text("q"), .escape, in: [.deleteQuestion], to: .answer(.no), "keep"),
        bind(.text("y"), in: [.discardQuestion], to: .answer(.yes), "discard"),
        bind(.text("n"), .text("q"), .escape, in: [.discardQuestion], to: .answer(.no), "keep"),
        bind(.enter, .escape, in: [.notSentYet], to: .back, "go on"),
        bind(.text("y"), in: [.signOutQuestion], to: .answer(.yes), "sign out, where nothing waits"),
        bind(.text("k"), in: [.signOutQuestion], to: .answer(.keep), "sign out, keep what waits"),
        bind(.text("d"), in: [.signOutQuestion], to: .answer(.discard), "sign out, discard what waits"),
        bind(.text("n"), .text("q"), .escape, in: [.signOutQuestion], to: .answer(.no), "stay"),
    ]

    /// What the status line says there, the most useful first; how to get help or out of it stays when room is short.
    func hints(for focus: Focus) -> [String] {
        let found = bindings(in: focus).compactMap(\.hint)
        let order: [String] =
            switch focus {
            case .feed:
                [Self.helpHint, "Enter opens", "p posts", "o outbox", "f favourite", Self.networkHint, "/ searches"]
            case .post:
                [Self.helpHint, "c comments", "f favourite", "o outbox", "r replies", Self.networkHint, "/ searches"]
            case .rooms: [Self.helpHint, "Enter opens", "/ searches", "R reads again", Self.backHint]
            case .outbox: [Self.helpHint, "Enter retries", "R retries all", "x discards", "q back"]
            case .search, .favouriters, .composer, .network, .help, .signIn, .deleteQuestion, .discardQuestion,
                .notSentYet, .signOutQuestion, .waiting:
                found
            }
        return order.filter(found.contains)
    }
}
