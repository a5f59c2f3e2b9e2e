import CCurses
import TerminalUI

/// What the terminal's entry says, and the modes that no entry names.
struct Terminfo {
    /// Bracketed paste on and off; mouse reports in SGR form on and off
    /// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Private modes").
    let modesOn: [CChar]
    let mouseOn: [CChar]
    /// Also what may have been turned on without being known.
    let modesOff: [CChar]
    /// The scrolling region is the whole screen again. That moves the cursor, and it is not saved meanwhile: some terminals
    /// have one place for it, from which leaving the second screen takes it. Only while the screen is ours.
    let wholeRegion: [CChar]
    /// A frame that is shown at once (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
    let frameStart: [CChar]
    let frameEnd: [CChar]
    /// Everything back: for a process that dies.
    let farewell: [CChar]
    /// The cursor, once more: terminals that keep its visibility with each screen (libvterm: vim's and neovim's) hide it
    /// again when the second screen is left.
    let cursorOn: [CChar]
    /// A fresh line below what was drawn, on a terminal that has no second screen to leave.
    let freshLine: [CChar]
    let keys: [(bytes: [UInt8], key: Key)]

    /// After `newterm`.
    init(type: String) {
        // A terminal that does not place its cursor with CSI would show these as text.
        let isANSI = Self.string("cup").starts(with: [0x1B, 0x5B])
        func mode(_ sequence: String) -> [CChar] { isANSI ? sequence.utf8.map { CChar(bitPattern: $0) } : [] }
        // Once, whatever character set someone else has left it in: the looks of cells leave that alone.
        modesOn = Self.string("sgr0").map { CChar(bitPattern: $0) } + mode("\u{1B}[?2004h")
        mouseOn = mode("\u{1B}[?1000h\u{1B}[?1006h")
        modesOff = mode("\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l")
        wholeRegion = Self.string("csr").isEmpty ? [] : mode("\u{1B}[r")
        // The old ones have no second screen to compose a frame on.
        let isModern = isANSI && !["linux", "ansi", "vt"].contains { type.hasPrefix($0) }
        frameStart = isModern ? mode("\u{1B}[?2026h") : []
        frameEnd = isModern ? mode("\u{1B}[?2026l") : []
        cursorOn = Self.string("cnorm").map { CChar(bitPattern: $0) }
        freshLine = Self.string("rmcup").isEmpty ? mode("\u{1B}[999;1H") + [13, 10] : []
        farewell =
            frameEnd + modesOff + wholeRegion
            + ["sgr0", "op", "rmkx", "rmcup", "cnorm"].flatMap { Self.string($0).map { CChar(bitPattern: $0) } }
            + freshLine
        keys = Self.keyNames.map { (Self.string($0.0), $0.1) }
        rakkan_terminfo_keep_charset()
    }

    private static let keyNames: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab),
            ("kLFT5", .controlLeft), ("kRIT5", .controlRight), ("kent", .enter),
        ] + (1...12).map { ("kf\($0)", .function($0)) }

    /// A capability's bytes, without the pauses for terminals of long ago; empty if there is none.
    private static func string(_ name: String) -> [UInt8] {
        guard let value = rakkan_terminfo_string(name) else { return [] }
        var rest = Array(String(cString: value).utf8)[...]
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == 0x24, rest.first == 0x3C, let end = rest.firstIndex(of: 0x3E) {
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
