import Comments
import StateFiles
import TestSupport
import Testing

@Suite struct RevocationTests {
    private let folder: TemporaryFolder
    private let store: RevocationStore
    private let ada = Session(account: "1", name: "ada", token: "secret")
    private let bob = Session(account: "2", name: "bob", token: "another")

    init() throws {
        folder = try TemporaryFolder()
        store = RevocationStore(directory: folder.file("revocations"))
    }

    @Test func whatWaitsToBeEndedIsKeptPerServiceUntilItIsDropped() throws {
        #expect(store.all(for: "https://a.example").isEmpty)
        try store.keep(ada, for: "https://a.example", as: "one")
        try store.keep(bob, for: "https://a.example", as: "two")
        try store.keep(bob, for: "https://b.example", as: "../three")
        #expect(store.all(for: "https://a.example").map(\.session) == [ada, bob])
        let again = RevocationStore(directory: folder.file("revocations"))
        for kept in again.all(for: "https://a.example") where kept.session == ada { again.drop(kept) }
        #expect(store.all(for: "https://a.example").map(\.session) == [bob])
        #expect(store.all(for: "https://b.example").map(\.session) == [bob])
    }

    @Test func theTokenIsItsOwnersAlone() throws {
        try store.keep(ada, for: "https://a.example", as: "one")
        #expect(folder.names() == ["revocations"] && folder.mode(of: "revocations") == 0o700)
        #expect(folder.names(in: "revocations").map { folder.mode(of: "revocations/\($0)") } == [0o600])
    }

    @Test func whatCannotBeReadIsPassedOver() throws {
        try store.keep(ada, for: "https://a.example", as: "one")
        try folder.write([0x7B], to: "revocations/broken.json")
        #expect(store.all(for: "https://a.example").map(\.session) == [ada])
    }
}
