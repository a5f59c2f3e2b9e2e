/// Where unsent texts are kept while they are typed. Called on the key path: one write, no waiting.
///
/// A draft has a name (``ComposerTarget``). While a composer has it open it belongs to this window; another window that
/// opens the same one gets a draft of its own, and is told.
package protocol DraftKeeper: Sendable {
    /// Takes a draft up.
    func open(_ name: String) -> OpenedDraft
    /// Appends one change to an open draft: what one write costs, however long the draft is.
    ///
    /// - Returns: false if it is not on disk, or does not fit what is there; then the next call has to be ``keep(_:as:)``.
    func append(_ edit: TextEdit, to name: String) -> Bool
    /// Keeps a whole text in the place of what was kept.
    ///
    /// - Returns: false if it is not on disk.
    func keep(_ text: String, as name: String) -> Bool
    /// Keeps the draft for whichever window opens it next. An empty one goes.
    func close(_ name: String)
    /// Takes the draft away: it was sent.
    func forget(_ name: String)
    /// Whether a draft that is not open here has a name that begins so.
    func hasDraft(under prefix: String) -> Bool
    /// The names of the drafts that are not open here and begin so, in any order.
    func names(under prefix: String) -> [String]
    /// Whether a draft that is not open here has this name.
    func hasDraft(named name: String) -> Bool
}

/// A draft as it was found.
package struct OpenedDraft: Hashable, Sendable {
    /// Empty if there was none.
    package var text: String
    /// Another window has the same draft open: this one is apart from it.
    package var otherWindow: OtherWindow?
    /// What an editor was still writing when its client ended.
    package var isFromEditor: Bool

    package init(text: String = "", otherWindow: OtherWindow? = nil, isFromEditor: Bool = false) {
        self.text = text
        self.otherWindow = otherWindow
        self.isFromEditor = isFromEditor
    }
}

/// Another window that writes for the same post.
package struct OtherWindow: Hashable, Sendable {
    /// Its process; nil where that can't be found out.
    package var process: Int?

    package init(process: Int?) {
        self.process = process
    }
}
