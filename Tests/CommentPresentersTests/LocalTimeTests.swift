import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

@Suite struct LocalTimeTests {
    private func ages(_ zone: @escaping LocalZone, _ moments: Int64...) throws -> [String] {
        let board = try BoardDesk()
        board.service.hold(
            posts: [Talk.post(2, "Sunday")],
            comments: [
                "2": moments.enumerated().map { index, moment in
                    Comment(
                        ref: .server("c\(index)"), post: .server("2"), place: .confirmed(Int64(index)),
                        author: UntrustedText("aki"), text: UntrustedText("text"),
                        createdAt: Timestamp(milliseconds: moment))
                }
            ])
        var settings = ClientSettings(place: UntrustedText("board"), time: board.time, drafts: KeptDrafts())
        settings.zone = zone
        let client = ClientPresenter(
            settings: settings,
            account: Account(
                store: board.store, session: board.session, reader: board.reader,
                limits: board.service.capabilities))
        board.start()
        _ = client.update()
        _ = client.handle(.activate)
        board.executor.start { await board.reader.open("2") }
        board.executor.run()
        _ = client.update()
        _ = client.handle(.list(.switchTimes))
        let frame = client.frame(FrameRequest(rows: 50))
        #expect(frame.nextChange == nil)
        return frame.post?.thread.rows.compactMap { row in
            if case .comment(let comment) = row { comment.age } else { nil }
        } ?? []
    }

    @Test func datesAreThoseOfTheClocksHere() throws {
        #expect(try ages({ _ in 0 }, 0, 1_709_164_799_999) == ["1970-01-01 00:00", "2024-02-28 23:59"])
        #expect(try ages({ _ in 3_600 }, 1_709_164_800_000) == ["2024-02-29 01:00"])
        #expect(try ages({ _ in -12_600 }, 1_709_251_199_000) == ["2024-02-29 20:29"])
        // Summer and winter are the zone's to know.
        let zone: LocalZone = { $0.milliseconds < 1_000 ? 0 : 7_200 }
        #expect(try ages(zone, 0, 1_720_000_000_000) == ["1970-01-01 00:00", "2024-07-03 11:46"])
    }

    @Test func whatHasPassedIsCountedByTheServersClock() throws {
        let talk = try Talk()
        talk.openPost()
        let expected = [
            (Duration.seconds(7_200), "2 h"), (.seconds(-7_200), "now"), (.seconds(29), "now"), (.seconds(31), "1 min"),
        ]
        for (ahead, age) in expected {
            talk.board.service.setClock(ahead: ahead)
            var comment = Talk.comment(11, by: "aki")
            comment.createdAt = talk.board.time.now()
            talk.board.service.publish([.comment(comment, echoOf: nil)])
            talk.settle()
            #expect(talk.comments.first?.age == age)
        }
        // What was written here and is not sent is dated by the clock here.
        talk.board.service.setClock(ahead: .seconds(7_200))
        talk.want(.item(.comment))
        talk.write("mine")
        #expect(talk.comments.last?.age == "now")
    }

    @Test func noTimeIsTooStrange() throws {
        #expect(try ages({ _ in -3_600 }, 0) == ["1969-12-31 23:00"])
        #expect(try ages({ _ in .max }, .max, .min, 0).count == 3)
    }
}
