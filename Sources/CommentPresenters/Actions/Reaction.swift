import Comments
import OptimisticState

/// What comes of an action on an item.
enum Reaction {
    case nothing
    /// Done: it is in the outbox and on screen.
    case enqueued(MutationID)
    /// Not done, and why.
    case notice(Notice)
    /// A text is to be written.
    case compose(ComposerTarget, Beginning)
    case ask(Question)
    /// Show what it waits for.
    case show(MutationID)
}

/// What is said once, in the status line, until the next key.
package enum Notice: Hashable, Sendable {
    /// The server does not have the item yet (the talk's rule on `.loading` items).
    case notSentYet
    /// It failed, and has to be retried or discarded first.
    case notSent
    /// What the text was to take the place of was sent meanwhile: it has become an edit of that.
    case becameAnEdit
    case notYours
    case deleted
    case nothingToDiscard
    /// What was asked about was deleted by somebody else before there was an answer.
    case deletedMeanwhile
    /// The server has what was asked about.
    case sentMeanwhile
    /// Another client has discarded what was asked about, or the server has it.
    case waitsNoMore
    /// Written by a newer version: only that may settle it.
    case isQuarantined
    case nothingToKeep
    /// A deletion can be undone for so long.
    case undoable(seconds: Int64)
    case nothingToUndo
    case nothingToEdit
    /// No replies, and no long text.
    case nothingToFold
    /// There is no search that could go on.
    case nothingSearched
    case pendingRule(PendingRule)
    case copied
    case sendingBeforeLeaving(Int)
    case signedOut
    case nextIsRefused
    case automaticRetry(isOn: Bool)
    /// There is no network panel, so that its keys do nothing.
    case noNetwork
    case onlyInDemo
    case nothingFailed
    /// The feed is empty: there is nothing to act on.
    case noPostYet
    /// What is acted on was not read yet.
    case notReadYet
    case noSuchPost
    /// An edit that had failed, and that a deletion had taken along, is back.
    case editIsSentAgain
    /// This key has a meaning, and none here.
    case nothingHere(key: String)
    /// The waiting way was switched on or off.
    case way(isWaiting: Bool)
    /// The waiting way: the answer is not there yet.
    case waiting(seconds: Int64)
    case notWaitedFor
    case notDone(reason: UntrustedText)
    /// Something is not set up as it was asked for: keys in conflict, a terminal that is unknown here.
    case notAsAsked(UntrustedText)
}

/// What is asked before it is done.
package enum Question: Hashable, Sendable {
    case deleteComment(Ref<Comment>, post: Ref<Post>, excerpt: UntrustedText)
    case deletePost(Ref<Post>, title: UntrustedText)
    case discard(Discarding)
    /// No question, but what has to be acknowledged: what is typed on is lost on nobody.
    case notSentYet(ItemAction, UntrustedText)
    /// So many wait to be sent.
    case signOut(waiting: Int)
    /// After that: so many texts would come back to nobody.
    case discardAtSignOut(texts: Int)
}
