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

    /// The draft stays. Called before leaving, too.
    package func closeComposer() {
        composer?.close()
        composer = nil
    }

    func openEditor() -> [Command] {
        guard focus == .composer, let composer else { return [] }
        return [.openEditor(text: composer.buffer.text, draft: composer.draftName)]
    }

    /// The editor has ended. What it wrote for a composer that is not open any more stays in its file.
    package func edited(_ result: EditorResult, draft: String) {
        guard composer?.draftName == draft else { return }
        composer?.take(result)
    }
}
