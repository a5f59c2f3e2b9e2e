import PtySupport
import Testing

/// 1. Sign up and sign in.
@Suite(.needsTheBinary) struct SignUpTests {
    private let world: World
    init() throws { world = try World() }

    @Test func theFirstStartMakesAnAccountAndRemembersIt() throws {
        let aki = try world.stranger("aki")
        let first = try aki.open()
        try first.waitFor(Words.signUp)
        first.send("aki\t" + Person.password)
        #expect(!first.screen.contains(Person.password))
        first.press(.enter)
        try first.waitForNo(Words.signUp)
        try first.quit()

        #expect(try aki.outbox().isEmpty)
        let second = try aki.open()
        try second.waitFor("p posts")
        #expect(!second.screen.contains(Words.signUp))
        try second.quit()
    }

    @Test func eachMistakeHasItsSentenceUnderAFormThatStaysFilled() throws {
        _ = try world.person("mio")
        let stranger = try world.stranger("aki")
        let session = try stranger.open()
        try session.waitFor(Words.signUp)
        session.send("mio\tshort\r")
        try session.waitFor("too short")
        try session.waitFor("mio")
        session.press(.ctrl("u"))
        session.send(Person.password + "\r")
        try session.waitFor("taken")
        try session.waitFor("mio")
        session.press(.ctrl("u"))
        session.send("no blanks\r\r")
        try session.waitFor("letters, digits")
        session.press(.ctrl("n"))
        try session.waitFor(Words.signIn)
        session.press(.ctrl("u"))
        session.send("mio\t")
        session.press(.ctrl("u"))
        session.send("wrong password\r")
        try session.waitFor("is wrong")
        session.press(.ctrl("u"))
        session.send(Person.password + "\r")
        try session.waitForNo(Words.signIn)
        try session.quit()
        // Only who is signed in has an outbox.
        #expect(try stranger.outbox().isEmpty)
    }

    @Test func escapeGoesOnAsAReaderAndWhatNeedsAnAccountAsksAgain() throws {
        let post = try world.person("mio").post("Sunday at the lake")
        let reader = try world.stranger("aki").open("--post", post)
        try reader.waitFor(Words.signUp)
        reader.press(.escape)
        try reader.waitFor("Sunday at the lake")
        reader.send("c")
        try reader.waitFor(Words.signUp)
        // As fast as a script types: Enter is Enter, also where more comes behind it.
        reader.send("aki\r" + Person.password + "\r")
        try reader.waitFor(Words.composer)
        try reader.quit()
    }

    @Test func passwordsAreHashedAndNeverStoredAsTheyAre() throws {
        _ = try world.person("aki")
        for file in ["board.sqlite", "board.sqlite-wal"] {
            let bytes = world.scratch.read(file) ?? []
            #expect(!String(decoding: bytes, as: UTF8.self).contains(Person.password))
        }
        let stored = ["board.sqlite", "board.sqlite-wal"].compactMap { world.scratch.read($0) }
        #expect(stored.contains { String(decoding: $0, as: UTF8.self).contains("$argon2id$") })
    }
}
