import Comments
import OptimisticState

/// A comment as a view has it: made from the domain's comment, with what only a view needs.
package struct CommentItem: Identifiable, Hashable, Sendable {
    /// Does not change when the server names the comment.
    package let id: Ref<Comment>
    package let author: UntrustedText
    package let isMine: Bool
    package let text: UntrustedText
    /// How long ago, in one word.
    package let age: String
    package let isReply: Bool
    package let isEdited: Bool
    package let isDeleted: Bool
    package let favourites: Int
    package let isFavourited: Bool
    /// Nil when the server has what is shown.
    package let loadingState: LoadingState?
    /// What is to be said of its state, failures first.
    package let marks: [ItemMark]
    /// Whether it is shown whole, however long it is.
    package var isOpened = false
    /// What is folded away under it; nil if nothing is.
    package var hidden: HiddenReplies?

    init(_ item: Item<Comment>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock) {
        id = item.id
        author = item.record.author
        isMine = item.record.isMine
        text = item.record.text
        age = clock.age(of: item.record.createdAt, isServers: !item.record.place.isPending)
        isReply = item.record.parent != nil
        isEdited = item.record.isEdited
        isDeleted = item.record.isDeleted
        favourites = item.record.favourites
        isFavourited = item.record.isFavourited
        loadingState = item.loadingState
        marks = [ItemMark](of: item.mutations, in: visible, &clock)
    }
}

/// A post as a view has it.
package struct PostItem: Identifiable, Hashable, Sendable {
    /// Whether it was read. If not, its title says so, and nothing else is known but what is pending on it.
    package let isRead: Bool
    /// Does not change when the server names the post.
    package let id: Ref<Post>
    /// What it is called (``Post/heading``).
    package let title: UntrustedText
    /// Whether that is its title, and not what stands in for one.
    package let hasTitle: Bool
    package let text: UntrustedText
    package let author: UntrustedText
    package let isMine: Bool
    /// How long ago, in one word.
    package let age: String
    package let isEdited: Bool
    package let favourites: Int
    package let isFavourited: Bool
    package internal(set) var comments: Int
    /// Nil when the server has what is shown.
    package let loadingState: LoadingState?
    /// What is to be said of its state, failures first.
    package let marks: [ItemMark]

    init(_ item: Item<Post>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock) {
        isRead = true
        id = item.id
        title = item.record.heading
        hasTitle = item.record.hasHeading
        text = item.record.text
        author = item.record.author
        isMine = item.record.isMine
        age = clock.age(of: item.record.createdAt, isServers: !item.record.place.isPending)
        isEdited = item.record.isEdited
        favourites = item.record.favourites
        isFavourited = item.record.isFavourited
        comments = item.record.comments
        loadingState = item.loadingState
        marks = [ItemMark](of: item.mutations, in: visible, &clock)
    }

    /// One that was not read yet.
    init(unread id: Ref<Post>, title: String, marks: [ItemMark] = []) {
        isRead = false
        self.id = id
        self.title = UntrustedText(title)
        hasTitle = true
        text = UntrustedText("")
        author = UntrustedText("")
        isMine = false
        age = ""
        isEdited = false
        favourites = 0
        isFavourited = false
        comments = 0
        loadingState = nil
        self.marks = marks
    }

    /// A row of the feed, with how much is pending on it.
    init(unread post: UnreadPost) {
        var marks: [ItemMark] = []
        if post.failed > 0 {
            marks.append(ItemMark(tone: .failed, words: UntrustedText("\(post.failed) not sent"), remedy: .open))
        }
        if post.waiting > 0 {
            let words = post.waiting == 1 ? "1 waits" : "\(post.waiting) wait"
            marks.append(ItemMark(tone: .pending, words: UntrustedText(words)))
        }
        self.init(unread: post.id, title: "a post not read yet", marks: marks)
    }
}
