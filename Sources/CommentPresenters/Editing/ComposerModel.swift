import Comments

/// What a screen shows of a text on its way.
package struct ComposerModel: Hashable, Sendable {
    package let target: ComposerTarget
    package let buffer: TextBuffer
    package let hint: ComposerHint?
    /// Nil while there is plenty.
    package let room: ComposerRoom?
    /// For so many seconds it has waited for its answer; nil while it can be written in.
    package let waiting: Int64?
}

/// How many Unicode scalars there is room for: counted in the last tenth, and beyond the limit.
package struct ComposerRoom: Hashable, Sendable {
    package enum Part: Hashable, Sendable { case title, text }
    package let part: Part
    /// Negative when it is too long.
    package let left: Int
    package let limit: Int
    package var isOver: Bool { left < 0 }

    package init?(_ part: Part, _ count: Int, limit: Int) {
        guard count > limit - limit / 10 else { return nil }
        self.part = part
        self.left = limit - count
        self.limit = limit
    }
}

/// What is said about a text until it changes.
package enum ComposerHint: Hashable, Sendable {
    case empty
    /// The server's answer, in the waiting way.
    case refused(reason: UntrustedText)
    /// Another window writes for the same: this draft is apart from that one.
    case otherWindow(OtherWindow)
    /// It was written for something that is no more.
    case leftOver
    /// It is what an editor was writing when the client ended.
    case fromEditor
    case editorFailed(EditorFailure)
    /// So many bytes are more than it holds: what came was not taken.
    case full(bytes: Int)
    /// The disk does not take the draft: a kill would lose it.
    case notKept
}

/// What came of ``Command/openEditor(text:draft:)``.
package enum EditorResult: Hashable, Sendable {
    case text(String)
    /// The text is as it was.
    case failed(EditorFailure)
}

/// Why nothing was taken from the editor.
package enum EditorFailure: Hashable, Sendable {
    /// Neither `$VISUAL` nor `$EDITOR` is set, and none of the usual ones is there.
    case none
    case ended(status: Int)
    case killed(signal: Int)
    /// Its file could not be written, read, or found.
    case file(reason: UntrustedText)
}
