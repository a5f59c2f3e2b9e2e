import Comments
import OptimisticState
import OutboxStore
import TestSupport
import Testing

/// One of every kind of ``commentKinds``, each with whatever it can hold.
private let everyKind: [any Mutation<Connection>] = [
    AddPost(title: UntrustedText("t"), text: UntrustedText("\u{0}\u{1B}[2J \u{202E} 👨‍👩‍👧‍👦"), author: UntrustedText("")),
    EditPost(post: .created(by: MutationID("p")), title: UntrustedText("/\\\""), text: UntrustedText("\r\n\t")),
    DeletePost(post: .server("p/1")),
    AddComment(
        post: .server("p"), parent: .created(by: MutationID("c")), parentPlace: .pending(3),
        text: UntrustedText(String(repeating: "long ", count: 20_000)), author: UntrustedText("a")),
    AddComment(post: .created(by: MutationID("p")), text: UntrustedText(" "), author: UntrustedText("a")),
    EditComment(comment: .server("c"), text: UntrustedText("e\u{301}")),
    DeleteComment(comment: .server("c"), post: .server("p")),
    SetPostFavourite(post: .server("p"), wish: true),
    SetCommentFavourite(comment: .created(by: MutationID("c")), wish: false),
]

private let failure = Failure(
    code: "refused", status: 403, words: "\u{1B}]52;c;\u{7} no", mayHaveArrived: true, isTransient: true)

private let everyStage: [Stage] = [
    .queued, .inFlight, .waiting(until: nil, failure), .waiting(until: Timestamp(milliseconds: -1), failure),
    .needsSignIn, .failed(failure), .failed(Failure(code: "")), .acknowledged(serverID: nil),
    .acknowledged(serverID: "c/1"), .acknowledged(serverID: ""),
]

@Suite struct RoundTripTests {
    let outbox: OutboxFolder
    init() throws { outbox = try OutboxFolder() }

    @Test(arguments: everyKind.indices)
    func everyKindComesBackAsItWas(_ index: Int) throws {
        let mutation = everyKind[index]
        try outbox.journal().write { $0.appended = [new("m", mutation)] }
        let row = try #require(try outbox.journal().load().rows.first)
        #expect(row.kindName == type(of: mutation).kind.name)
        #expect(row.mutation.map { "\($0)" } == "\(mutation)")
        #expect(row.enqueuedAt == Timestamp(milliseconds: 1_234))
    }

    @Test func noKindIsLeftOut() {
        let names = Set(everyKind.map { type(of: $0).kind.name })
        for mutation in everyKind {
            let kind = type(of: mutation).kind
            #expect(commentKinds.type(named: kind.name, version: kind.version) == type(of: mutation))
        }
        #expect(names.count == 8)
    }

    @Test(arguments: everyStage)
    func everyStageComesBackAsItWas(_ stage: Stage) throws {
        let state = MutationState(stage: stage, attempts: 7, mayHaveArrived: true, delays: 3)
        let journal = try outbox.journal()
        try journal.write { $0.appended = [new("appended", nil, state), new("updated")] }
        try journal.write { $0.updated = [MutationID("updated"): state] }
        let contents = try outbox.journal().load()
        #expect(contents["appended"]?.state == state)
        #expect(contents["updated"]?.state == state)
    }

    @Test(
        arguments: [
            .accepted(serverID: nil), .accepted(serverID: "c/1"), .failed(failure), .superseded, .discarded,
        ] as [Settled])
    func everyEndIsTold(_ settled: Settled) throws {
        let journal = try outbox.journal()
        let receipt = try journal.append("m")
        try journal.write { $0.removed = [MutationID("m"): settled] }
        #expect(try outbox.journal().changes(since: receipt.revision).gone == [MutationID("m"): settled])
    }

    @Test func aRewrittenPayloadKeepsItsPlaceAndState() throws {
        let journal = try outbox.journal()
        let sequences = try journal.append("a", "b").sequences
        let state = MutationState(stage: .needsSignIn, attempts: 1)
        try journal.write { $0.updated = [MutationID("a"): state] }
        try journal.write { $0.rewritten = [MutationID("a"): comment("other words")] }
        let contents = try journal.load()
        #expect(contents.names == ["a", "b"])
        #expect(contents.texts == ["other words", "b"])
        #expect(contents.rows.map(\.sequence) == sequences)
        #expect(contents["a"]?.state == state)
    }
}
