import Comments
import OptimisticState
import SQLiteStore
@testable import OutboxStore
import TestSupport
import Testing

@Suite struct SharingTests {
    let outbox: OutboxFolder
    init() throws { outbox = try OutboxFolder() }

    @Test func aWriteThatWasDecidedUponLessThanThereIsWritesNothing() throws {
        let (mine, theirs) = (try outbox.journal(), try outbox.journal())
        let known = try mine.append("m").revision
        let receipt = try theirs.append("n")
        #expect(receipt.previous == known)
        #expect(throws: Overtaken.self) {
            try mine.write { batch in
                batch.basis = known
                batch.removed = [MutationID("m"): .superseded]
            }
        }
        #expect(try mine.load().names == ["m", "n"])
        try mine.write { batch in
            batch.basis = receipt.revision
            batch.removed = [MutationID("m"): .superseded]
        }
        #expect(try mine.load().names == ["n"])
    }

    @Test func sequencesGrowAcrossProcessesAndAreNeverUsedAgain() throws {
        let (first, second) = (try outbox.journal(), try outbox.journal())
        var sequences = try first.append("a", "b").sequences
        sequences += try second.append("c").sequences
        try first.write { $0.removed = [MutationID("c"): .discarded, MutationID("b"): .discarded] }
        sequences += try second.append("d", "e").sequences
        sequences += try outbox.afterKill().journal().append("f").sequences
        #expect(sequences == sequences.sorted() && Set(sequences).count == 6)
    }

    @Test func changesTellWhatWasWrittenSinceByAnybody() throws {
        let (first, second) = (try outbox.journal(), try outbox.journal())
        let start = try first.append("kept", "changed", "ended").revision
        let alias = Alias(recordName: "comment", mutation: MutationID("changed"), serverID: "c1")
        try second.write { batch in
            batch.updated = [MutationID("changed"): MutationState(stage: .acknowledged(serverID: "c1"), attempts: 1)]
            batch.removed = [MutationID("ended"): .superseded]
            batch.aliases = [alias]
        }
        let last = try first.append("own").revision
        for journal in [first, second] {
            let changes = try journal.changes(since: start)
            #expect(changes.names == ["changed", "own"])
            #expect(changes.aliases == [alias])
            #expect(changes.gone == [MutationID("ended"): .superseded])
            #expect(changes.revision == last)
        }
        let none = try second.changes(since: last)
        #expect(none.rows.isEmpty && none.aliases.isEmpty && none.gone.isEmpty && none.revision == last)
    }

    @Test func whatCameAndWentBetweenTwoReadingsIsToldAsGone() throws {
        let journal = try outbox.journal()
        let start = try journal.load().revision
        try journal.append("m")
        try journal.write { $0.removed = [MutationID("m"): .discarded] }
        let changes = try outbox.journal().changes(since: start)
        #expect(changes.rows.isEmpty && changes.gone == [MutationID("m"): .discarded])
    }

    @Test func aRowThatAnotherProcessTookOutStaysOut() throws {
        let (first, second) = (try outbox.journal(), try outbox.journal())
        let start = try first.append("m").revision
        try first.write { $0.removed = [MutationID("m"): .discarded] }
        try second.write { batch in
            batch.updated = [MutationID("m"): MutationState(stage: .inFlight)]
            batch.rewritten = [MutationID("m"): comment("again")]
        }
        try second.write { $0.removed = [MutationID("m"): .accepted(serverID: "late")] }
        #expect(try second.load().rows.isEmpty)
        #expect(try second.changes(since: start).gone == [MutationID("m"): .discarded])
    }

    @Test func aWriteThatFoundNothingMakesNoRevisionThatAnotherCouldHideBehind() throws {
        let (first, second) = (try outbox.journal(), try outbox.journal())
        try first.append("m")
        let seen = try first.write { batch in
            batch.updated = [MutationID("never was"): MutationState(stage: .inFlight)]
        }.revision
        try second.write { $0.updated = [MutationID("m"): MutationState(stage: .needsSignIn)] }
        #expect(try first.changes(since: seen).names == ["m"])
    }

    /// What has gone longer ago than it is remembered: all that there is says so.
    @Test func whoWasAwayForTooLongIsToldAllThatThereIs() throws {
        let (away, other) = (try outbox.journal(), try outbox.journal())
        try away.append("kept", "gone")
        let seen = try away.load().revision
        try other.write { $0.removed = [MutationID("gone"): .discarded] }
        // So many revisions, made in one step.
        let database = try OutboxConnection.open(outbox.path, .zero)
        try database.run("UPDATE mutation SET changed = ?", seen + 30_000)
        try other.checkpoint()
        let changes = try away.changes(since: seen)
        #expect(changes.isWhole && changes.names == ["kept"] && changes.gone.isEmpty)
        #expect(try !away.changes(since: changes.revision).isWhole)
    }

    @Test func whenEverythingHasGoneTheCountGoesOn() throws {
        let journal = try outbox.journal()
        let sequence = try journal.append("a", "b", "c").sequences[2]
        for name in ["c", "b", "a"] { try journal.write { $0.removed = [MutationID(name): .discarded] } }
        let last = try journal.load().revision
        try journal.checkpoint()
        #expect(last > sequence)
        #expect(try outbox.afterKill().journal().append("d").sequences == [last + 1])
    }

    @Test func anAliasIsThereForEverAndTheLastWordOnItCounts() throws {
        let journal = try outbox.journal()
        try journal.append("m")
        for id in ["c1", "c2"] {
            try journal.write { $0.aliases = [Alias(recordName: "comment", mutation: MutationID("m"), serverID: id)] }
        }
        try journal.write { $0.removed = [MutationID("m"): .accepted(serverID: "c2")] }
        let contents = try outbox.afterKill().journal().load()
        #expect(contents.aliases == [Alias(recordName: "comment", mutation: MutationID("m"), serverID: "c2")])
        #expect(contents.rows.isEmpty && contents.gone.isEmpty)
    }

    @Test func anotherAccountSeesNothingOfIt() throws {
        let (ada, bob) = (try outbox.journal(account: "ada"), try outbox.journal(account: "bob"))
        let start = try bob.load().revision
        try ada.append("same id")
        try bob.append("same id", "bob's")
        try ada.write { batch in
            batch.aliases = [Alias(recordName: "comment", mutation: MutationID("same id"), serverID: "c")]
            batch.removed = [MutationID("same id"): .accepted(serverID: "c")]
        }
        #expect(try ada.load().rows.isEmpty)
        let changes = try bob.changes(since: start)
        #expect(changes.names == ["same id", "bob's"] && changes.aliases.isEmpty && changes.gone.isEmpty)
    }

    @Test func rowsOfAnUnknownKindOrVersionComeWithoutTheirMutationAndStay() throws {
        try outbox.journal().append("m")
        let older = try outbox.journal(kinds: Kinds([DeletePost.self]))
        try older.write { $0.appended = [new("known", DeletePost(post: .server("p")))] }
        let contents = try older.load()
        #expect(contents.names == ["m", "known"])
        #expect(contents["m"]?.mutation == nil && contents["m"]?.kindName == "add-comment")
        #expect(contents["known"]?.mutation is DeletePost)
        #expect(try outbox.journal().load().texts == ["m", nil])
    }

    @Test func manyWritersAtOnceLoseNothing() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask { [outbox] in
                    let journal = try outbox.journal()
                    for number in 0..<25 { try journal.append("\(writer)-\(number)") }
                }
            }
            try await group.waitForAll()
        }
        let rows = try outbox.journal().load().rows
        #expect(rows.count == 100 && Set(rows.map(\.sequence)).count == 100)
        for writer in 0..<4 {
            let own = rows.map(\.id.rawValue).filter { $0.hasPrefix("\(writer)-") }
            #expect(own == (0..<25).map { "\(writer)-\($0)" })
        }
    }
}
