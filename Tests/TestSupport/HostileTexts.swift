/// A text that something on its way to a screen could trip over.
package struct HostileText: Sendable, CustomStringConvertible {
    /// What it is, in words that are safe to print.
    package let description: String
    package let text: String
}

extension HostileText {
    /// The probes that every text path must survive.
    package static let all: [HostileText] = [
        probe("200 mixed emoji with VS16", String(repeating: "❤️☀️✈️☎️✂️⚠️♻️⚡️☕️⭐️", count: 20)),
        probe("2,000 laughing faces", String(repeating: "😂", count: 2_000)),
        probe("U+1F171 U+FE0F", "\u{1F171}\u{FE0F}"),
        probe("a warning sign first on a line", "one\n⚠️ two"),
        probe("a family", "👨‍👩‍👧‍👦"),
        probe("the transgender flag", "🏳️‍⚧️"),
        probe("an odd run of regional indicators", "🇩🇪🇯🇵\u{1F1E6}"),
        probe("hiragana", "あいう"),
        probe("hangul as jamo", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
        probe("e with 30 combining marks", "e" + String(repeating: "\u{301}", count: 30)),
        probe("U+200B beside a letter", "\u{200B}a"),
        probe("U+200B alone", "\u{200B}"),
        probe("a soft hyphen alone", "\u{AD}"),
        probe("a byte order mark first", "\u{FEFF}text"),
        probe("an ideographic space inside", "a\u{3000}b"),
        probe("Arabic with Latin and digits", "مرحبا abc ١٢٣ 456"),
        probe("U+202E", "abc\u{202E}def"),
        probe("NUL", "a\0b"),
        probe("NUL alone", "\0"),
        probe("ESC[2J", "\u{1B}[2J"),
        probe("OSC 52 ended by BEL", "\u{1B}]52;c;aGk=\u{7}"),
        probe("OSC 52 ended by ST", "\u{1B}]52;c;aGk=\u{1B}\\"),
        probe("OSC 52 not ended", "\u{1B}]52;c;aGk="),
        probe("C1 controls", "\u{9B}2J\u{9D}52;c;aGk=\u{9C}"),
        probe("CRLF, a lone CR, tabs", "a\r\nb\rc\td\t\te"),
        probe("a cut tail of UTF-8, as Swift repairs it", String(decoding: [0x61, 0xE3, 0x81], as: UTF8.self)),
        probe("invalid UTF-8, as Swift repairs it", String(decoding: [0xC3, 0x28, 0xED, 0xA0, 0x80], as: UTF8.self)),
        probe("decomposed and composed, which compare equal", "e\u{301} \u{E9}"),
        probe("SQL", "'); DROP TABLE comments; --"),
        probe("a word of 5,000 letters", String(repeating: "w", count: 5_000)),
        probe("a word of 100,000 letters", String(repeating: "w", count: 100_000)),
        probe("1,000 lines", String(repeating: "line\n", count: 1_000)),
        probe("10,000 lines", String(repeating: "line\n", count: 10_000)),
    ]

    private static func probe(_ description: String, _ text: String) -> HostileText {
        HostileText(description: description, text: text)
    }
}
