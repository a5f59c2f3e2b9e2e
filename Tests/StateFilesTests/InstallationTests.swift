import Glibc
import OptimisticState
import StateFiles
import TestSupport
import Testing

@Suite struct InstallationTests {
    let folder: TemporaryFolder
    let name: InstallationName

    init() throws {
        folder = try TemporaryFolder()
        name = InstallationName(directory: folder.path)
    }

    @Test func theFirstNameStays() {
        #expect(name.load { "abcdefghij0" } == "abcdefghij0")
        #expect(name.load { "another0000" } == "abcdefghij0")
        #expect(folder.mode(of: "installation") == 0o600 && folder.names() == ["installation"])
    }

    @Test("A file that a killed run left without a name gets one: the device is the same from then on")
    func aFileWithoutANameGetsOne() throws {
        for left in ["", "abc", "no name\n", "../../../../x"] {
            try folder.write(Array(left.utf8), to: "installation")
            #expect(name.load { "abcdefghij0" } == "abcdefghij0", "\(left)")
            #expect(name.load { "another0000" } == "abcdefghij0", "\(left)")
        }
    }

    @Test func firstRunsAtOnceAgree() async {
        let made = Locked(0)
        let names = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    name.load {
                        made.withLock { made in
                            made += 1
                            return "installation\(made)"
                        }
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 1)
    }

    @Test func whereNothingCanBeKeptEachRunHasItsOwn() {
        let nowhere = InstallationName(directory: folder.file("missing"))
        #expect(nowhere.load { "abcdefghij0" } == "abcdefghij0")
        #expect(nowhere.load { "another0000" } == "another0000")
    }
}
