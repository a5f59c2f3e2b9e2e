import Comments
import Testing

@Test func whatIsCopiedHoldsNoControlsAndAllElse() {
    let text = UntrustedText("a\u{1B}]52;c;x\u{7}\u{9B}2J\r\n\tb 👨‍👩‍👧 e\u{301}\u{0}")
    #expect(text.forClipboard == "a]52;c;x2J\n\tb 👨‍👩‍👧 e\u{301}")
}
