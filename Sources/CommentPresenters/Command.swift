import Comments
import OptimisticState

/// What a presenter asks of the program around it: everything that takes time or is not its own.
package enum Command: Hashable, Sendable {
    case quit, suspend, redraw
    /// Ends in ``ClientPresenter/signedIn(_:)`` or ``ClientPresenter/signInFailed(_:)``.
    case signUp(SignUpForm)
    case signIn(name: String, password: String)
    /// The running sign-up or sign-in is not wanted any more: its answer is dropped.
    case cancelSignIn
    /// Ends in ``ClientPresenter/signedOut(_:)``. What waits is kept for the account's next sign-in, or discarded.
    case signOut(discarding: Bool)
    /// From now on, tell of changes in these lists and no others.
    case watch([AnyScope])
    /// Start `BoardReader.open(_:)`, `readOlderComments(of:)`, `readOlderPosts()`.
    case readComments(of: String)
    case readOlderComments(of: String)
    case readOlderPosts
    /// Ends in ``ClientPresenter/favouritersRead(_:_:)``.
    case readFavouriters(FavouriteTarget, limit: Int)
    /// Ends in ``ClientPresenter/roomsRead(_:after:)``; from the beginning, what is known comes before
    /// (``ClientPresenter/roomsRemembered(_:last:)``).
    case readRooms(after: Cursor?)
    /// Asks the server's whole directory for a word. Ends in ``ClientPresenter/roomsFound(_:of:)``.
    case findRooms(String)
    /// Ends in ``ClientPresenter/entered(_:place:_:traffic:)``.
    ///
    /// A room of the list is known by its id; what a person typed may be an alias.
    case openRoom(String, shownAs: String)
    /// Put the raw text on the clipboard (OSC 52).
    case copy(String)
    case chooseNetwork(String)
    /// Refuse the next submit or sign-in for good.
    case refuseNext
    case setAutomaticRetry(Bool)
    /// Wait until it has settled in the store of the waiting way. Ends in ``ClientPresenter/settled(_:_:)``.
    case awaitSettled(MutationID)
    /// Let the person's editor have a text. Ends in ``ClientPresenter/edited(_:draft:)``.
    case openEditor(text: String, draft: String)
}
