import Comments
import OptimisticState

/// The composer's beginning and end, and the editor in between.
extension ClientPresenter {
    /// What is being written; nil when nothing is.
    package var composedText: TextBuffer? { composer?.buffer }

    /// Its text is in the outbox, or was sent.
    func finishComposer() {
        composer?.forgetDraft()
        composer = nil
    }

    /// The draft stays.
    func closeComposer() {
        composer?.close()
        composer = nil
    }

    func openEditor() -> [Command] {
        guard focus == .composer, let composer else { return [] }
        return [.openEditor(text: composer.buffer.text, draft: composer.target.draftName)]
    }

    /// The editor has ended. What it wrote for a composer that is not open any more waits for the next one.
    ///
    /// - Returns: whether the text was taken.
    package func edited(_ result: EditorResult, draft: String) {
        guard composer?.target.draftName == draft else { return }
        composer?.take(result)
    }
}
