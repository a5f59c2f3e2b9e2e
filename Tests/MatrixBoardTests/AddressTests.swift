import MatrixBoard
import Testing

@Suite struct AddressTests {
    @Test(arguments: [
        ("matrix.org", "https://matrix.org"), ("https://Matrix.org/", "https://matrix.org"),
        ("HTTPS://example.org:8448", "https://example.org:8448"), ("http://127.0.0.1:8008", "http://127.0.0.1:8008"),
        ("http://localhost:8008//", "http://localhost:8008"), ("http://[::1]:8008", "http://[::1]:8008"),
        ("https://example.org/Matrix", "https://example.org/Matrix"),
    ])
    func anAddressIsTakenAsPeopleTypeIt(typed: String, url: String) throws {
        #expect(try MatrixAddress(typed).url == url)
    }

    @Test(arguments: [
        "http://example.org", "http://127.0.0.1.example.org", "http://10.0.0.1", "http://localhost.example.org",
        "http://[::1].example.org", "http://127.0.0.256",
    ])
    func aPasswordDoesNotGoInPlainWordsToAnotherMachine(typed: String) {
        #expect(throws: MatrixAddress.Mistake.notEncrypted) { try MatrixAddress(typed) }
    }

    @Test(arguments: [
        "", " ", "https://", "ftp://example.org", "https://user@example.org", "https://a b", "https://é.org",
        "https://:80",
    ])
    func whatIsNoAddressIsNone(typed: String) {
        #expect(throws: MatrixAddress.Mistake.notAnAddress) { try MatrixAddress(typed) }
    }
}
