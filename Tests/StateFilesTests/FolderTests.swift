import Glibc
import OptimisticState
import StateFiles
import TestSupport
import Testing

@Suite struct FolderTests {
    @Test func theSpecificationsVariablesAreFollowed() throws {
        let folders = try StateFolders(
            stateDirectory: nil,
            environment: ["HOME": "/home/ada", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"])
        #expect(folders.state == "/s/rakkan" && folders.board == "/d/rakkan/board.sqlite")
        #expect(folders.outbox == "/s/rakkan/outbox.sqlite" && folders.log == "/s/rakkan/log")
    }

    @Test func withoutThemTheHomeDirectoryIsUsed() throws {
        let folders = try StateFolders(
            stateDirectory: nil, environment: ["HOME": "/home/ada", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "relative"])
        #expect(folders.state == "/home/ada/.local/state/rakkan")
        #expect(folders.data == "/home/ada/.local/share/rakkan")
    }

    @Test func withoutHomeTheAccountsEntryIsUsed() throws {
        let folders = try StateFolders(stateDirectory: nil, environment: [:])
        #expect(folders.state.hasPrefix("/") && folders.state.hasSuffix("/.local/state/rakkan"))
    }

    @Test func aGivenDirectoryTakesThePlaceOfTheStateAlone() throws {
        let folders = try StateFolders(stateDirectory: "here", environment: ["HOME": "/home/ada"])
        #expect(folders.drafts == "here/drafts" && folders.data == "/home/ada/.local/share/rakkan")
    }

    @Test func foldersAreMadeForTheirOwnerAloneWithThoseAbove() throws {
        let folder = try TemporaryFolder()
        let folders = try StateFolders(stateDirectory: folder.file("a/b/c"), environment: ["HOME": folder.path])
        for _ in 0..<2 {
            try folders.makeState()
            try folders.makeData()
        }
        for name in ["a", "a/b", "a/b/c", ".local/share/rakkan"] { #expect(folder.mode(of: name) == 0o700) }
    }

    @Test func whatIsInTheWayIsSaid() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file")
        for path in ["file", "file/below"] {
            let folders = try StateFolders(stateDirectory: folder.file(path), environment: ["HOME": "/h"])
            let error = #expect(throws: StateFileError.self) { try folders.makeState() }
            #expect(error?.code == .cannotOpen)
        }
    }
}

@Suite struct LogTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private var text: String { String(decoding: folder.bytes(of: "log") ?? [], as: UTF8.self) }

    @Test func aLineIsOneLineWhateverIsInIt() throws {
        let log = try LogFile(folder.file("log"))
        log.write("a\nb\u{1B}[2Jc\u{9B}", at: Timestamp(milliseconds: 1_775_001_599_999))
        log.write("next", at: Timestamp(milliseconds: 0))
        #expect(
            text == """
                2026-03-31T23:59:59Z \(getpid()) a\\u{a}b\\u{1b}[2Jc\\u{9b}
                1970-01-01T00:00:00Z \(getpid()) next

                """)
        #expect(folder.mode(of: "log") == 0o600)
    }

    @Test func itGoesOnWhereItEndedAndBeginsAgainWhenItIsLong() throws {
        do { try LogFile(folder.file("log")).write("first", at: Timestamp(milliseconds: 0)) }
        do { try LogFile(folder.file("log")).write("second", at: Timestamp(milliseconds: 0)) }
        #expect(text.contains("first") && text.contains("second"))
        try folder.write([UInt8](repeating: 10, count: 1_048_577), to: "log")
        try LogFile(folder.file("log")).write("third", at: Timestamp(milliseconds: 0))
        #expect(folder.names() == ["log", "log.1"])
        #expect(text.hasSuffix("third\n") && !text.contains("second"))
    }
}
