import OptimisticState

/// What a service can do, as values: only what the core or the client branches on today.
package struct Capabilities: Hashable, Sendable {
    /// Whether a create that is sent again under its id is recognised.
    package var recognisesIDs: Bool
    /// Whether reading needs a session.
    package var readingNeedsSignIn: Bool
    /// The longest text of a comment or post, in Unicode scalars.
    package var longestText: Int
    /// The longest title of a post, in Unicode scalars.
    package var longestTitle: Int

    package init(recognisesIDs: Bool, readingNeedsSignIn: Bool, longestText: Int, longestTitle: Int) {
        self.recognisesIDs = recognisesIDs
        self.readingNeedsSignIn = readingNeedsSignIn
        self.longestText = longestText
        self.longestTitle = longestTitle
    }
}
