import Comments
import OptimisticState

/// What stands on the board of these tests.
enum Album {
    static let me = Session(account: "kei", name: "kei", token: "token")
    private static let start: Int64 = 1_000_000_000_000

    static let posts: [Post] = [
        post(1, "First steps", by: "mina", hours: 70, favourites: 2, comments: 0),
        post(2, "夏の海とかき氷 🍧", by: "haruka", hours: 50, favourites: 12, isFavourited: true, comments: 103),
        post(
            3, "Grandma's garden in April, before the rain and after it, with everything in bloom", by: "jonas",
            hours: 26, comments: 1),
        post(
            4, "Sunday at the lake", by: "aki", hours: 2, favourites: 4,
            text: "The water was colder than it looks. Nobody stayed in for longer than a minute, and everyone said "
                + "that it was wonderful.", comments: 4),
    ]

    static let comments: [String: [Comment]] = [
        "4": [
            comment(11, "What a day!", by: "aki", minutes: 119, favourites: 2),
            comment(12, "So blue! Was it as cold as it looks?", by: "kei", minutes: 64, isMine: true),
            comment(14, "Colder.", by: "aki", minutes: 60, under: 12),
            comment(
                13, "한글도 잘 보이고, 日本語も折り返します。すばらしい写真ですね。また行きたい、今度はみんなで一緒に。👨‍👩‍👧‍👦 👍🏽",
                by: "haruka", minutes: 3, favourites: 1, isFavourited: true),
        ],
        "3": [comment(21, "The peonies!", by: "mina", minutes: 600)],
    ]

    static func post(
        _ number: Int64, _ title: String, by author: String, hours: Int64, favourites: Int = 0,
        isFavourited: Bool = false, isMine: Bool = false, text: String = "", comments: Int = 0
    ) -> Post {
        Post(
            ref: .server("\(number)"), place: .confirmed(number), title: UntrustedText(title),
            text: UntrustedText(text), author: UntrustedText(author),
            createdAt: Timestamp(milliseconds: start - hours * 3_600_000), isMine: isMine, favourites: favourites,
            isFavourited: isFavourited, comments: comments)
    }

    static func comment(
        _ number: Int64, _ text: String, by author: String, minutes: Int64, under parent: Int64? = nil,
        on post: String = "4", favourites: Int = 0, isFavourited: Bool = false, isMine: Bool = false
    ) -> Comment {
        Comment(
            ref: .server("\(number)"), post: .server(post), parent: parent.map { .server("\($0)") },
            parentPlace: parent.map { .confirmed($0) }, place: .confirmed(number), author: UntrustedText(author),
            text: UntrustedText(text), createdAt: Timestamp(milliseconds: start - minutes * 60_000), isMine: isMine,
            favourites: favourites, isFavourited: isFavourited)
    }
}
