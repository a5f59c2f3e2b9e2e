import Comments
import Glibc
import StateFiles
import TestSupport
import Testing

@Suite struct SessionTests {
    let folder: TemporaryFolder
    let store: SessionStore
    let ada = Session(account: "1", name: "ada", token: "secret")
    let bob = Session(account: "2", name: "bob", token: "another")

    init() throws {
        folder = try TemporaryFolder()
        store = SessionStore(directory: folder.file("sessions"))
    }

    @Test func aSessionIsRememberedPerServiceAndReplaced() throws {
        #expect(store.load(for: "/board") == nil)
        try store.save(ada, for: "/board")
        try store.save(bob, for: "https://example.org")
        #expect(store.load(for: "/board") == ada)
        #expect(store.load(for: "https://example.org") == bob)
        try store.save(bob, for: "/board")
        #expect(store.load(for: "/board") == bob)
        try store.remove(for: "/board") { $0 == bob }
        try store.remove(for: "/board") { $0 == bob }
        #expect(store.load(for: "/board") == nil)
        #expect(store.load(for: "https://example.org") == bob)
    }

    @Test func theTokenIsItsOwnersAlone() throws {
        try store.save(ada, for: "/board")
        #expect(folder.mode(of: "sessions") == 0o700)
        #expect(folder.names(in: "sessions").map { folder.mode(of: "sessions/\($0)") } == [0o600])
    }

    @Test func aDamagedFileMeansNoneAndIsKeptAside() throws {
        try store.save(ada, for: "/board")
        let name = try #require(folder.names(in: "sessions").first)
        let whole = try #require(folder.bytes(of: "sessions/\(name)"))
        for length in 0..<whole.count {
            try folder.write(whole.prefix(length), to: "sessions/\(name)")
            #expect(store.load(for: "/board") == nil, "cut to \(length)")
            #expect(folder.names(in: "sessions") == [name + ".damaged"])
            #expect(folder.bytes(of: "sessions/\(name).damaged") == Array(whole.prefix(length)))
        }
        try store.save(bob, for: "/board")
        #expect(store.load(for: "/board") == bob)
    }

    @Test func noAddressLeadsOutOfTheFolder() throws {
        let addresses = ["..", ".", "", "/", "../../x", "a\u{0}b", String(repeating: "é/", count: 5_000), "a", "A"]
        for (index, address) in addresses.enumerated() {
            try store.save(Session(account: "\(index)", name: "n", token: "t"), for: address)
        }
        for (index, address) in addresses.enumerated() {
            #expect(store.load(for: address)?.account == "\(index)")
        }
        #expect(folder.names() == ["sessions"])
        #expect(folder.names(in: "sessions").count == addresses.count)
    }

    @Test("Who signs out forgets their own session, and not the one that another window has put there since")
    func onlyOnesOwnIsForgotten() throws {
        try store.save(bob, for: "/board")
        try store.remove(for: "/board") { $0 == ada }
        #expect(store.load(for: "/board") == bob)
    }

    @Test func aRenewedSecretTakesThePlaceOfItsOwnOldOneAlone() throws {
        let renewed = Session(account: "1", name: "ada", token: "newer")
        #expect(try !store.save(renewed, for: "/board", inPlaceOf: { $0 == ada }))
        #expect(store.load(for: "/board") == nil)
        try store.save(ada, for: "/board")
        #expect(try store.save(renewed, for: "/board", inPlaceOf: { $0 == ada }))
        #expect(store.load(for: "/board") == renewed)
        #expect(try !store.save(bob, for: "/board", inPlaceOf: { $0 == ada }))
        #expect(store.load(for: "/board") == renewed)
    }

    @Test("Of many who save at once each has saved, and nothing is left of it but the session")
    func severalSaveAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        try store.save(Session(account: "\(number)", name: "n", token: "t"), for: "/board")
                        #expect(store.load(for: "/board") != nil)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.names(in: "sessions").count == 1)
    }

    @Test func whatAKilledWriterLeftIsClearedAway() throws {
        try store.save(ada, for: "/board")
        let name = try #require(folder.names(in: "sessions").first)
        try folder.write(Array("a token".utf8), to: "sessions/\(name).dead.new")
        try folder.write(Array("another's".utf8), to: "sessions/other.json.dead.new")
        // One is still being written: its writer holds a lock.
        try folder.write([], to: "sessions/\(name).live.new")
        let writer = open(folder.file("sessions/\(name).live.new"), O_RDWR)
        defer { close(writer) }
        #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
        try store.save(bob, for: "/board")
        #expect(Set(folder.names(in: "sessions")) == [name, name + ".live.new"])
    }
}
