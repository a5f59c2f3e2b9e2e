import Comments
import OptimisticState

/// A text on its way: what is typed, where it goes, and why it can't go yet.
package struct ComposerPresenter: Sendable {
    package let target: ComposerTarget
    package private(set) var buffer: TextBuffer
    /// Why Enter did not send.
    private(set) var hint: ComposerHint?
    private let limits: Capabilities
    private let drafts: any DraftKeeper

    /// - Parameter text: what to begin with; a draft that is there follows it, or takes its place if `isOriginal`.
    init(
        _ target: ComposerTarget, text: String, isOriginal: Bool, limits: Capabilities, drafts: any DraftKeeper
    ) {
        self.target = target
        self.limits = limits
        self.drafts = drafts
        let draft = drafts.draft(named: target.draftName) ?? ""
        if isOriginal {
            buffer = TextBuffer(draft.isEmpty ? text : draft)
        } else {
            buffer = TextBuffer([text, draft].filter { !$0.isEmpty }.joined(separator: "\n\n"))
            if !text.isEmpty { drafts.keep(buffer.text, named: target.draftName) }
        }
    }

    mutating func type(_ text: String) {
        edit { $0.insert(text) }
    }

    mutating func change(_ change: TextChange) {
        edit { $0.apply(change) }
    }

    private mutating func edit(_ change: (inout TextBuffer) -> Void) {
        let before = buffer.characters
        change(&buffer)
        hint = nil
        if buffer.characters != before { drafts.keep(buffer.text, named: target.draftName) }
    }

    /// What is to be sent; nil, and a hint, if it can't be.
    mutating func textToSend() -> (title: String, text: String)? {
        let text = buffer.text.withoutBlankEdges
        guard !text.isEmpty else {
            hint = .empty
            return nil
        }
        guard target.hasTitle else {
            guard overflow == nil else {
                hint = nil
                return nil
            }
            return (title: "", text: text)
        }
        guard overflow == nil else { return nil }
        let title = text.prefix { $0 != "\n" }
        return (title: String(title).withoutBlankEdges, text: String(text.dropFirst(title.count)).withoutBlankEdges)
    }

    /// The waiting way's failure: the text stays.
    mutating func refuse(_ reason: UntrustedText) { hint = .refused(reason: reason) }

    /// The text is safe in the outbox.
    func forgetDraft() {
        drafts.keep("", named: target.draftName)
    }

    /// By how many Unicode scalars it is too long; nil if it is not.
    package var overflow: ComposerOverflow? {
        let text = buffer.text.withoutBlankEdges.unicodeScalars
        guard target.hasTitle else { return ComposerOverflow(.text, text.count, limit: limits.longestText) }
        let title = text.prefix { $0 != "\n" }.count
        return ComposerOverflow(.title, title, limit: limits.longestTitle)
            ?? ComposerOverflow(.text, text.count - title, limit: limits.longestText)
    }

    /// - Parameter waiting: The seconds that its answer is waited for.
    func model(waiting seconds: Int64?) -> ComposerModel {
        ComposerModel(target: target, buffer: buffer, hint: hint, overflow: overflow, waiting: seconds)
    }
}

/// By how much a text is too long.
package struct ComposerOverflow: Hashable, Sendable {
    package enum Part: Hashable, Sendable { case title, text }
    package let part: Part
    /// Unicode scalars over the limit.
    package let excess: Int
    package let limit: Int

    init?(_ part: Part, _ count: Int, limit: Int) {
        guard count > limit else { return nil }
        self.part = part
        self.excess = count - limit
        self.limit = limit
    }
}

/// Why Enter did not send.
package enum ComposerHint: Hashable, Sendable {
    case empty
    /// The server's answer, in the waiting way.
    case refused(reason: UntrustedText)
}

/// What a screen shows of a text on its way.
package struct ComposerModel: Hashable, Sendable {
    package let target: ComposerTarget
    package let buffer: TextBuffer
    package let hint: ComposerHint?
    package let overflow: ComposerOverflow?
    /// For so many seconds it has waited for its answer; nil while it can be written in.
    package let waiting: Int64?
}

extension String {
    fileprivate var withoutBlankEdges: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
