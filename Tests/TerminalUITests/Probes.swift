/// What every path of text must survive.
enum Probes {
    static let all: [String] = [
        String(repeating: "❤️☀️✌️☎️", count: 50),
        String(repeating: "😂", count: 2_000),
        "\u{1F171}\u{FE0F}",
        "\u{26A0}\u{FE0F} first",
        "👨‍👩‍👧‍👦", "🏳️‍⚧️", "👍🏽‍👍🏿", "1\u{FE0F}\u{20E3}",
        "🇯🇵🇺🇸🇫", "🇫",
        "あいう", "ハンカク ﾊﾝｶｸ",
        "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "\u{1161}", "\u{11A8}\u{1100}",
        "e" + String(repeating: "\u{301}", count: 30), "\u{301}alone",
        "\u{200B}", "\u{AD}", "so\u{AD}ft", "\u{FEFF}first", "\u{3000}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}",
        "السلام 123 hello", "\u{202E}gnp.exe", "\u{2066}x\u{2069}",
        "a\u{0}b", "\u{1B}[2Jx", "\u{1B}]52;c;aGk=\u{07}x", "\u{1B}]52;c;aGk=\u{1B}\\x", "\u{1B}]52;c;aGk=",
        "\u{9B}31mx", "\u{9D}0;title\u{9C}x", "\u{1B}P1$r0m\u{1B}\\x", "\u{1B}(0x", "\u{1B}", "\u{1B}[", "\u{1B}[1;2",
        "a\r\nb", "a\rb", "a\n\nb", "\ta\tbc\td", "\u{85}\u{2028}\u{2029}",
        String(decoding: [0x61, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x62, 0xE3, 0x81] as [UInt8], as: UTF8.self),
        String(repeating: "w", count: 100_000),
        String(repeating: "line\n", count: 10_000),
        "", " ", "      ", "क्षि का", "\u{378}\u{FFFE}\u{E000}",
        "\u{7F}\u{80}\u{9F}", "\u{1160}\u{115F}\u{3164}\u{FFA0}", "\u{600}12",
    ]
}
