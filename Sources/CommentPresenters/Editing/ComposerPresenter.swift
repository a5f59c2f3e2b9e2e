import Comments
import OptimisticState

/// A text on its way: what is typed, where it goes, and why it can't go yet.
package struct ComposerPresenter: Sendable {
    package let target: ComposerTarget
    /// The name under which the text is kept.
    let draftName: String
    package private(set) var buffer: TextBuffer
    /// What is to be said about it until the next change.
    private(set) var hint: ComposerHint?
    /// Whether the draft on disk is what is in the buffer, so that the next change can be appended to it.
    private var isKept: Bool
    private let limits: Capabilities
    /// How many bytes it takes, whatever may be sent.
    private let longest: Int
    private let drafts: any DraftKeeper

    /// - Parameters:
    ///   - draftNames: where a draft may be; the first one if there is none.
    ///   - text: what to begin with; a draft that is there follows it, or takes its place if `isOriginal`.
    init(
        _ target: ComposerTarget, draftNames: [String], text: String, isOriginal: Bool, limits: Capabilities,
        longest: Int, drafts: any DraftKeeper
    ) {
        self.target = target
        draftName = draftNames.first { drafts.hasDraft(named: $0) } ?? draftNames.first ?? ""
        self.limits = limits
        self.longest = longest
        self.drafts = drafts
        let found = drafts.open(draftName)
        if found.isFromEditor { hint = .fromEditor }
        if let other = found.otherWindow { hint = .otherWindow(other) }
        if isOriginal {
            buffer = TextBuffer(found.text.isEmpty ? text : found.text)
            isKept = buffer.utf8.elementsEqual(found.text.utf8)
        } else {
            buffer = TextBuffer([text, found.text].filter { !$0.isEmpty }.joined(separator: "\n\n"))
            isKept = buffer.utf8.elementsEqual(found.text.utf8)
            if !isKept { keepWhole() }
        }
    }

    mutating func type(_ text: String) { if hasRoom(for: text) { edit { $0.insert(text) } } }
    mutating func paste(_ text: String) { if hasRoom(for: text) { edit { $0.paste(text) } } }
    mutating func change(_ change: TextChange) { edit { $0.apply(change) } }

    /// All of it, or nothing: half of a text is worse than to be told.
    private mutating func hasRoom(for text: String) -> Bool {
        guard buffer.utf8.count + text.utf8.count > longest else { return true }
        hint = .full(bytes: longest)
        return false
    }

    /// What the editor made of it.
    mutating func take(_ result: EditorResult) {
        switch result {
        case .text(let text):
            guard text != buffer.text else { return }
            guard text.utf8.count <= longest else {
                hint = .full(bytes: longest)
                return
            }
            edit { $0.replace(with: text) }
        case .failed(let failure): hint = .editorFailed(failure)
        }
    }

    private mutating func edit(_ change: (inout TextBuffer) -> TextEdit?) {
        let edit = change(&buffer)
        hint = nil
        guard let edit else { return }
        if isKept { isKept = drafts.append(edit, to: draftName) }
        if !isKept { keepWhole() }
    }

    private mutating func keepWhole() {
        isKept = drafts.keep(buffer.text, as: draftName)
        if !isKept { hint = .notKept }
    }

    /// What is to be sent; nil, and a hint, if it can't be.
    mutating func textToSend() -> (title: String, text: String)? {
        let parts = ComposedText(buffer, hasTitle: target.hasTitle)
        guard !parts.isEmpty else {
            hint = .empty
            return nil
        }
        guard !(room?.isOver ?? false) else {
            // The count says why.
            hint = nil
            return nil
        }
        return parts.strings
    }

    /// The draft is of something that is no more.
    mutating func isLeftOver() { hint = hint ?? .leftOver }

    /// The waiting way's failure: the text stays.
    mutating func refuse(_ reason: UntrustedText) { hint = .refused(reason: reason) }

    /// The text is safe in the outbox.
    func forgetDraft() {
        drafts.forget(draftName)
    }

    /// It closes; the draft was kept as it was typed.
    func close() {
        drafts.close(draftName)
    }

    /// How much there is room for, when that is little or none.
    var room: ComposerRoom? {
        let parts = ComposedText(buffer, hasTitle: target.hasTitle)
        let text = ComposerRoom(.text, parts.text.count, limit: limits.longestText)
        guard target.hasTitle else { return text }
        let title = ComposerRoom(.title, parts.title.count, limit: limits.longestTitle)
        return title?.isOver ?? false ? title : text?.isOver ?? false ? text : title ?? text
    }

    /// - Parameter waiting: The seconds that its answer is waited for.
    func model(waiting seconds: Int64?) -> ComposerModel {
        ComposerModel(target: target, buffer: buffer, hint: hint, room: room, waiting: seconds)
    }
}
