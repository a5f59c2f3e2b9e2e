/// What a person wants, whatever key, click or word said it.
package enum Intent: Hashable, Sendable {
    // Everywhere.
    case app(AppIntent)
    case back, otherPane, signOut, showOutbox, showNetwork
    // In lists.
    case move(Movement)
    /// Enter: retries what failed, sends what waits, goes to what blocks, else opens or chooses.
    case activate
    case item(ItemAction)
    case addPost, retryAll
    case list(ListIntent)
    // In texts, forms and panels.
    case text(TextIntent)
    case send
    case form(FormIntent)
    case network(NetworkIntent)
    case answer(Answer)
    case rooms(RoomsIntent)
}

/// Where there are several rooms.
package enum RoomsIntent: Hashable, Sendable {
    /// The list of them, and back from it.
    case show
    /// From the beginning.
    case readAgain
}

/// What the program around the presenters is asked for, wherever one looks.
package enum AppIntent: Hashable, Sendable {
    case help, quit, redraw, suspend, switchWay
    /// The text that is being written, in the person's own editor.
    case openEditor
    /// The talk's rule on what is pending, on or off.
    case switchPendingRule
    /// Takes a deletion back.
    case undo
}

/// How the selection of a list moves.
package enum Movement: Hashable, Sendable {
    /// By so many rows; negative is towards the first.
    case by(Int)
    case first, last
}

/// What a list is to show, and how.
package enum ListIntent: Hashable, Sendable {
    case search, nextHit, previousHit, endSearch
    /// The replies of the selected comment, out of sight and back.
    case fold, unfold
    /// Who favourited what is selected.
    case showFavouriters
    /// Times as "5 min", or as date and hour.
    case switchTimes
}

/// What can be done to the selected post or comment.
package enum ItemAction: Hashable, Sendable {
    case toggleFavourite, comment, reply, edit, delete, discard, copy
    /// Takes what looks done as done.
    case keep
}

/// What is typed.
package enum TextIntent: Hashable, Sendable {
    case type(String)
    /// Never sends anything.
    case paste(String)
    case change(TextChange)
}

package enum FormIntent: Hashable, Sendable {
    case nextField, fieldBefore, switchMode, switchProgress
}

package enum NetworkIntent: Hashable, Sendable {
    case refuseNext, switchAutomaticRetry
}

/// What can be said to a question.
package enum Answer: Hashable, Sendable {
    case yes, no
    /// Keep what waits for the next sign-in, or discard it.
    case keep, discard
}

/// What is being looked at: decides what a key means.
package enum Focus: Hashable, Sendable, CaseIterable {
    case feed, post, rooms, search, favouriters, composer, outbox, network, help, signIn, deleteQuestion,
        discardQuestion,
        notSentYet, signOutQuestion, waiting
}
