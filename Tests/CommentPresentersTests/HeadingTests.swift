import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// Posts whose titles show nothing: they come from other clients, where any text may begin with an empty line.
@Suite struct HeadingTests {
    @Test(arguments: [
        ("Sunday", "words", "Sunday", true), ("  Sunday ", "", "  Sunday ", true),
        ("", "\n\n  \nfirst words\nmore", "first words", false), (" \u{200B}\u{3164}\t", "words", "words", false),
        ("\u{2800}\u{FE0F}", "", "(no title)", false), ("", "\n \n", "(no title)", false),
        ("\nsecond line", "words", "second line", false),
    ])
    func whatShowsNothingIsNotWhatAPostIsCalled(title: String, text: String, heading: String, isTitle: Bool) throws {
        var post = Talk.post(3, title)
        post.text = UntrustedText(text)
        #expect(post.heading.raw == heading && post.hasHeading == isTitle)
        let talk = try Talk()
        talk.board.service.hold(posts: [post], comments: [:])
        talk.board.service.publish([], hasGap: true)
        talk.settle()
        let row = try #require(talk.frame.feed.posts.rows.first { $0.id == .server("3") })
        #expect(row.title.raw == heading && row.hasTitle == isTitle)
        // What is searched is what is seen.
        talk.want(.list(.search), .text(.type(String(heading.prefix(4)))))
        #expect(talk.frame.feed.posts.selectedID == .server("3"))
        #expect(talk.frame.status.search?.finding != .missing || heading.hasPrefix("  "))
    }
}
