import StateFiles
import TestSupport
import Testing

@Suite struct TerminalStoreTests {
    private struct Rules: Codable, Equatable {
        var isWide: Bool
    }

    private let folder: TemporaryFolder
    private let store: TerminalStore<Rules>

    init() throws {
        folder = try TemporaryFolder()
        store = TerminalStore(file: folder.file("terminals.json"))
    }

    @Test func eachTerminalHasItsOwn() throws {
        #expect(store.rules(for: "xterm") == nil)
        try store.save(Rules(isWide: true), for: "xterm")
        try store.save(Rules(isWide: false), for: "foot, over SSH")
        try store.save(Rules(isWide: false), for: "xterm")
        try store.save(Rules(isWide: true), for: "xterm")
        #expect(store.rules(for: "xterm") == Rules(isWide: true))
        #expect(store.rules(for: "foot, over SSH") == Rules(isWide: false))
        #expect(folder.mode(of: "terminals.json") == 0o600)
    }

    @Test func aFileThatIsNotUnderstoodIsAsGoodAsNone() throws {
        for text in ["", "{", "[]", #"{"version":2,"terminals":{}}"#] {
            try folder.write(Array(text.utf8), to: "terminals.json")
            #expect(store.rules(for: "xterm") == nil)
            try store.save(Rules(isWide: true), for: "xterm")
            #expect(store.rules(for: "xterm") == Rules(isWide: true))
        }
    }
}
