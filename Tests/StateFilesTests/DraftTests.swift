import Comments
import Glibc
import OptimisticState
import StateFiles
import TestSupport
import Testing

private let account = "board/../x\u{0}ada"

extension DraftStore {
    /// What a composer that opens begins with; nil if that is nothing.
    fileprivate func load(named name: String) throws -> String? {
        let text = try open(named: name).text
        return text.isEmpty ? nil : text
    }
}

@Suite struct DraftTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    /// Every store stands for a process of its own: locks belong to open files.
    private func store(_ account: String = account) -> DraftStore {
        DraftStore(directory: folder.file("drafts"), account: account)
    }

    /// Which file a descriptor of this process stands for: proc(5), `/proc/self/fd`.
    private func name(of descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The one file there is.
    private func log() throws -> String {
        let account = try #require(folder.names(in: "drafts").first)
        let names = folder.names(in: "drafts/\(account)")
        try #require(names.count == 1)
        return "drafts/\(account)/\(names.first ?? "")"
    }

    @Test func theNamesOfWhatIsKeptAreToldAsTheyWereGiven() throws {
        let names = [
            "post-1/reply-%2F$x:y/é", "post-1/comment", "post-12/comment",
            "post-1/" + String(repeating: "/", count: 80),
        ]
        let first = store()
        for name in names {
            try first.save("text", named: name)
            #expect(first.drafts(under: "").isEmpty, "what is open here is not told")
        }
        for name in names { first.release(named: name) }
        #expect(Set(first.drafts(under: "post-1/")) == Set(names.filter { $0.hasPrefix("post-1/") }))
        for store in [first, store()] {
            let short = store.drafts(under: "post-1/").filter { $0.count < 80 }
            #expect(short.sorted() == ["post-1/comment", "post-1/reply-%2F$x:y/é"])
            #expect(store.drafts(under: "post-2").isEmpty)
        }
    }

    @Test func whatWasTypedIsThereAfterAKill() throws {
        let store = store()
        var text = ""
        for character in "楽観 👨‍👩‍👧‍👦 e\u{301}" {
            text.append(character)
            try store.save(text, named: "new")
        }
        try store.save("x" + text.dropLast(2), named: "new")
        // The killed process's lock goes with its files.
        store.release(named: "new")
        #expect(try self.store().load(named: "new") == "x" + text.dropLast(2))
    }

    @Test func everyTargetAndAccountHasItsOwn() throws {
        let keys = [
            "new", "comment-1", "reply-1", "../../../etc/passwd", "", "1/", ".", "..", "a\u{0}b",
            String(repeating: "x", count: 1_000) + "1", String(repeating: "x", count: 1_000) + "2",
        ]
        let (first, second) = (store(), store("another"))
        for (index, key) in keys.enumerated() { try first.save("\(index)", named: key) }
        for (index, key) in keys.enumerated() {
            #expect(try first.load(named: key) == "\(index)")
            #expect(try second.load(named: key) == nil)
        }
        #expect(folder.names() == ["drafts"])
        #expect(folder.names(in: "drafts").count == 2)
    }

    @Test func aClearedDraftIsGoneAndSoIsItsFile() throws {
        let store = store()
        try store.save("a", named: "new")
        let log = try log()
        try store.clear(named: "new")
        #expect(folder.bytes(of: log) == nil)
        #expect(try store.load(named: "new") == nil)
        try store.save("b", named: "new")
        store.release(named: "new")
        try store.clear(named: "new")
        #expect(try self.store().load(named: "new") == nil)
        try store.clear(named: "new")
    }

    @Test func aLogThatWasCutAnywhereHoldsWhatWasSavedBefore() throws {
        let texts = ["", "a", "ab", "axb", "xb", "xb" + String(repeating: "y", count: 300), "楽"]
        var ends: [Int] = []
        let store = store()
        for text in texts.dropFirst() {
            try store.save(text, named: "new")
            ends.append(try folder.bytes(of: log())?.count ?? 0)
        }
        store.release(named: "new")
        let (path, whole) = (try log(), try folder.bytes(of: log()) ?? [])
        #expect(ends == ends.sorted() && ends.last == whole.count)
        for length in 0...whole.count {
            try folder.write(whole.prefix(length), to: path)
            let reader = self.store()
            let survivors = ends.filter { $0 <= length }.count
            #expect(try (reader.load(named: "new") ?? "") == texts[survivors], "cut to \(length)")
            // And it goes on from there.
            try reader.save("on", named: "new")
            reader.release(named: "new")
            #expect(try self.store().load(named: "new") == "on", "cut to \(length)")
            try self.store().clear(named: "new")
        }
    }

    @Test(arguments: UInt64(1)...20)
    func aByteThatChangedCostsWhatCameAfterIt(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = store()
        let texts = (1...20).map { String(repeating: "abc", count: $0) }
        for text in texts { try store.save(text, named: "new") }
        store.release(named: "new")
        let path = try log()
        var bytes = try #require(folder.bytes(of: path))
        let index = Int.random(in: 4..<bytes.count, using: &generator)
        bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
        try folder.write(bytes, to: path)
        let found = try self.store().load(named: "new") ?? ""
        #expect(found.isEmpty || texts.contains(found), "seed \(seed)")
        #expect(found != texts.last, "seed \(seed)")
    }

    /// Between fork and exec a child has all that is open here: an editor that is started, as other tests start programs.
    @Test func aProgramThatIsJustBeingStartedKeepsNoDraftFromItsNextWindow() throws {
        let store = store()
        try store.save("typed", named: "new")
        let path = try folder.file(log())
        let inherited = (Int32(0)..<1_024).filter { name(of: $0) == path }.map { dup($0) }
        defer { for descriptor in inherited { close(descriptor) } }
        #expect(!inherited.isEmpty)
        store.release(named: "new")
        #expect(try self.store().load(named: "new") == "typed")
    }

    @Test func aRandomSessionOfTypingEndsInItsLastText() throws {
        let seed: UInt64 = 20_260_401
        var generator = SeededGenerator(seed: seed)
        var text: [Character] = []
        var store = store()
        for _ in 0..<3_000 {
            switch Int.random(in: 0..<100, using: &generator) {
            case 0: text = Array(String(repeating: "paste\n", count: 200))
            case 1: text = []
            case 2..<30 where !text.isEmpty: text.remove(at: text.indices.randomElement(using: &generator) ?? 0)
            default:
                let place = Int.random(in: 0...text.count, using: &generator)
                text.insert("aé楽👨‍👩‍👧‍👦\n".randomElement(using: &generator) ?? "a", at: place)
            }
            try store.save(String(text), named: "new")
            if Int.random(in: 0..<50, using: &generator) == 0 {
                store.release(named: "new")
                store = self.store()
                #expect(try (store.load(named: "new") ?? "") == String(text), "seed \(seed)")
            }
        }
    }

    @Test func aLongSessionStaysASmallFile() throws {
        let store = store()
        for number in 0..<5_000 { try store.save("\(number)", named: "new") }
        #expect(try (folder.bytes(of: log())?.count ?? .max) < 10_000)
        store.release(named: "new")
        #expect(try self.store().load(named: "new") == "4999")
    }

    @Test func theSameTextWritesNothing() throws {
        let store = store()
        try store.save("a", named: "new")
        let size = try folder.bytes(of: log())?.count
        try store.save("a", named: "new")
        #expect(try folder.bytes(of: log())?.count == size)
    }

    @Test func twoTerminalsKeepApartWhatTheyWriteAndLoseNeither() throws {
        let (first, second) = (store(), store())
        try first.save("first", named: "new")
        #expect(try second.load(named: "new") == nil)
        try second.save("second", named: "new")
        try first.save("first, longer", named: "new")
        #expect(try first.load(named: "new") == "first, longer")
        #expect(try second.load(named: "new") == "second")
        try first.clear(named: "new")
        second.release(named: "new")
        #expect(try first.load(named: "new") == "second")
        try first.clear(named: "new")
        #expect(try store().load(named: "new") == nil)
    }

    @Test func whatIsTypedIsAppendedAndNothingElseIsWritten() throws {
        let store = store()
        #expect(try store.open(named: "new") == DraftStore.Found())
        let long = String(repeating: "a line of a long paste\n", count: 5_000)
        #expect(try store.append(offset: 0, removed: 0, inserted: Array(long.utf8), to: "new"))
        let before = try folder.bytes(of: log()) ?? []
        #expect(before.count < long.utf8.count + 100)
        #expect(try store.append(offset: 7, removed: 2, inserted: Array("楽".utf8), to: "new"))
        let after = try folder.bytes(of: log()) ?? []
        #expect(after.starts(with: before) && after.count == before.count + 16 + 3)
        var expected = Array(long.utf8)
        expected.replaceSubrange(7..<9, with: Array("楽".utf8))
        store.release(named: "new")
        #expect(try self.store().load(named: "new").map { Array($0.utf8) } == expected)
    }

    @Test func aChangeThatDoesNotFitIsRefusedAndTheWholeTextIsTaken() throws {
        let store = store()
        _ = try store.open(named: "new")
        #expect(try !store.append(offset: 3, removed: 1, inserted: [], to: "new"))
        try store.save("abcd", named: "new")
        #expect(try store.append(offset: 3, removed: 1, inserted: [0x64], to: "new"))
        #expect(try !store.append(offset: 0, removed: 0, inserted: [0x64], to: "not open"))
        store.release(named: "new")
        #expect(try self.store().load(named: "new") == "abcd")
    }

    @Test func aSecondTerminalIsToldWhoHasTheDraftOpen() throws {
        let (first, second) = (store(), store())
        #expect(try !first.open(named: "new").isOpenElsewhere)
        let found = try second.open(named: "new")
        #expect(found.isOpenElsewhere && found.process == Int(getpid()))
        // Once the first has closed it nobody is in the way.
        try first.save("first", named: "new")
        first.release(named: "new")
        second.release(named: "new")
        #expect(try second.open(named: "new") == DraftStore.Found(text: "first"))
    }

    @Test func aDraftThatIsNotOpenIsMarked() throws {
        let first = store()
        try first.save("text", named: "post-1/comment")
        #expect(!first.holdsDraft(under: "post-1/"))
        first.release(named: "post-1/comment")
        #expect(first.holdsDraft(under: "post-1/"))
        #expect(!first.holdsDraft(under: "post-11/") && !first.holdsDraft(under: "post-/"))
        // Another start, too.
        let later = store()
        #expect(later.holdsDraft(under: "post-1/"))
        _ = try later.open(named: "post-1/comment")
        #expect(!later.holdsDraft(under: "post-1/"))
        try later.clear(named: "post-1/comment")
        #expect(!later.holdsDraft(under: "post-1/") && !store().holdsDraft(under: "post-1/"))
        // One that was opened and left empty is none.
        _ = try later.open(named: "post-2/comment")
        #expect(!store().holdsDraft(under: "post-2/"))
        later.release(named: "post-2/comment")
        #expect(!later.holdsDraft(under: "post-2/"))
    }

    @Test func theEditorsFileStaysUntilTheDraftGoes() throws {
        let store = store()
        try store.save("before", named: "new")
        let path = try store.beginEditing("before", named: "new")
        #expect(try String(decoding: folder.read(path), as: UTF8.self) == "before\n")
        #expect(folder.mode(path) == 0o600)
        try folder.overwrite(path, with: Array("after\n".utf8))
        #expect(try store.endEditing(named: "new") == "after")
        #expect(try store.load(named: "new") == "before")
        let left = try #require(folder.logs().first { $0.hasSuffix(".edited.txt") })
        try store.save("after", named: "new")
        store.release(named: "new")
        #expect(folder.logs().contains(left))
        try store.clear(named: "new")
        #expect(folder.logs().isEmpty)
    }

    @Test func whatAnEditorWroteWhoseClientWasKilledIsTheDraft() throws {
        let first = store()
        try first.save("before", named: "new")
        let path = try first.beginEditing("before", named: "new")
        try folder.overwrite(path, with: Array("after\n".utf8))
        first.release(named: "new")
        let second = store()
        #expect(second.holdsDraft(under: "new"))
        #expect(try second.open(named: "new") == DraftStore.Found(text: "after", isFromEditor: true))
        // That editor goes on and saves once more, while the draft goes on too: neither is lost.
        try second.save("after, typed on", named: "new")
        try folder.overwrite(path, with: Array("after, edited on\n".utf8))
        second.release(named: "new")
        #expect(try store().open(named: "new").text == "after, typed on\n\nafter, edited on")
    }

    @Test func anEditorThatLeavesNoFileTakesNothingAway() throws {
        let store = store()
        try store.save("before", named: "new")
        let path = try store.beginEditing("before", named: "new")
        unlink(path)
        #expect(throws: StateFileError.self) { try store.endEditing(named: "new") }
        #expect(try store.load(named: "new") == "before")
    }

    @Test func anEmptyDraftIsNoDraftAndLeavesNoFile() throws {
        let store = store()
        try store.save("a", named: "new")
        try store.save("", named: "new")
        #expect(try store.load(named: "new") == nil)
        let log = try log()
        store.release(named: "new")
        #expect(folder.bytes(of: log) == nil)
    }

    @Test func aFileOfAnotherFormatIsLeftAlone() throws {
        let store = store()
        try store.save("a", named: "new")
        store.release(named: "new")
        let path = try log()
        try folder.write(Array("RKD2 from the future".utf8), to: path)
        #expect(try store.load(named: "new") == nil)
        try store.save("b", named: "new")
        #expect(folder.bytes(of: path) == Array("RKD2 from the future".utf8))
        #expect(try store.load(named: "new") == "b")
    }

    @Test func draftsAreTheirOwnersAlone() throws {
        try store().save("a", named: "new")
        #expect(folder.mode(of: "drafts") == 0o700)
        #expect(try folder.mode(of: log()) == 0o600)
    }
}

extension TemporaryFolder {
    /// The files of the one account there is.
    fileprivate func logs() -> [String] {
        names(in: "drafts").flatMap { names(in: "drafts/\($0)") }
    }

    fileprivate func read(_ path: String) throws -> [UInt8] {
        try #require(bytes(of: relative(path)))
    }
    fileprivate func overwrite(_ path: String, with bytes: [UInt8]) throws { try write(bytes, to: relative(path)) }
    fileprivate func mode(_ path: String) -> UInt32? { mode(of: relative(path)) }

    private func relative(_ path: String) -> String { String(path.dropFirst(file("").utf8.count)) }
}
