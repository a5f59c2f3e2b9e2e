import Comments
import OptimisticState

/// One mutation on its way or failed, for a face that tells of each by itself.
package struct PendingItem: Identifiable, Hashable, Sendable {
    /// The record that it makes or changes.
    package enum Subject: Hashable, Sendable {
        case comment(Ref<Comment>)
        case post(Ref<Post>)
        /// Written by a newer version.
        case unknown
    }

    package let id: MutationID
    package let subject: Subject
    /// "comment", "favourite", …
    package let what: UntrustedText
    /// "your comment “So blue!”".
    package let name: UntrustedText
    package let loadingState: LoadingState
    /// Whether the user may still undo it: it is held back until its moment.
    package let isHeld: Bool
    /// Whether it makes the record that it is about.
    package let isCreation: Bool
    /// State, reason, next try: what stands beside the record.
    package let words: UntrustedText
    /// The same, behind its name.
    package let wordsBehindName: UntrustedText
    /// What can be done about it; nil while it is pending.
    package let remedy: Remedy?

    init(
        _ entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        let said = EntryWords(entry, isAlone: true, in: visible, &clock)
        let named = EntryWords(entry, isAlone: false, isNamed: true, in: visible, &clock)
        id = entry.id
        subject = Self.subject(of: entry.mutation, id, in: visible)
        what = UntrustedText(words.what)
        name = UntrustedText(entry.name(in: visible))
        loadingState = entry.loadingState
        isHeld = entry.isHeld
        isCreation = words.isCreation
        self.words = UntrustedText(said.text)
        wordsBehindName = UntrustedText(named.text)
        remedy = said.remedy
    }

    private static func subject(
        of mutation: (any Mutation<Connection>)?, _ id: MutationID, in visible: borrowing Visible<Connection>
    ) -> Subject {
        switch mutation {
        case is AddComment: .comment(.created(by: id))
        case let edit as EditComment: .comment(visible.identity(of: edit.comment))
        case let deletion as DeleteComment: .comment(visible.identity(of: deletion.comment))
        case let wish as SetCommentFavourite: .comment(visible.identity(of: wish.comment))
        case is AddPost: .post(.created(by: id))
        case let edit as EditPost: .post(visible.identity(of: edit.post))
        case let deletion as DeletePost: .post(visible.identity(of: deletion.post))
        case let wish as SetPostFavourite: .post(visible.identity(of: wish.post))
        case .some, nil: .unknown
        }
    }
}
