import CommentPresenters
import Comments
import Configuration
import CursesTerminal
import Glibc
import OptimisticState
import StateFiles

/// The time in which the terminal is the editor's. The loop goes on: what waits is sent, only nothing is drawn and no key
/// is read.
extension Client {
    /// An editor that is open.
    struct Editing {
        let process: pid_t
        /// What is being written.
        let draft: String
    }

    func openEditor(_ text: String, _ draft: String) {
        // A visitor has no key for it, and no way to a program by any other.
        guard editing == nil, options.visit == nil else { return }
        guard let command = Editor.command(environment(), preferred: options.configuration.editor) else {
            return presenter.edited(.failed(.none), draft: draft)
        }
        do {
            let file = try drafts.beginEditing(text, of: draft)
            face.leave()
            let mailbox = loop.mailbox
            guard let process = Editor.start(command, file, onEnd: { mailbox.post(.editorEnded($0)) }) else {
                takeTerminal()
                return presenter.edited(.failed(.ended(status: 127)), draft: draft)
            }
            editing = Editing(process: process, draft: draft)
            listenToFace()
        } catch {
            presenter.edited(.failed(.file(reason: UntrustedText(reason(error)))), draft: draft)
        }
    }

    func editorEnded(_ ending: Editor.Ending) {
        guard let draft = editing?.draft else { return }
        editing = nil
        takeTerminal()
        listenToFace()
        do {
            // Also when it failed: what it had written stays beside the draft.
            let text = try drafts.endEditing(draft)
            presenter.edited(ending.failure.map { .failed($0) } ?? .text(text), draft: draft)
        } catch {
            presenter.edited(
                .failed(ending.failure ?? .file(reason: UntrustedText(reason(error)))), draft: draft)
        }
    }

    /// Leaving while it is open: it is asked to end as we were, and gets a moment, for the terminal is one.
    func endEditor(by signals: Signals) {
        guard let process = editing?.process else { return }
        kill(process, signals.contains(.hangUp) ? SIGHUP : SIGTERM)
        for _ in 0..<10 where kill(process, 0) == 0 {
            var wake = pollfd(fd: loop.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wake, 1, 100)
            _ = loop.mailbox.takeAll()
        }
        editing = nil
        if !signals.contains(.hangUp) { face.resume() }
    }

    /// What signals mean while the terminal is not ours: Ctrl-C and Ctrl-\ are the editor's.
    ///
    /// - Returns: those that are left to be obeyed.
    func whileEditing(_ signals: Signals) -> Signals {
        if signals.contains(.stop) {
            work.account.store.suspendSending()
            face.stop()
            work.resumeSending()
        }
        return signals.intersection([.terminate, .hangUp])
    }

    private func takeTerminal() {
        face.resume()
    }

    private func reason(_ error: any Error) -> String {
        guard let error = error as? StateFileError else { return "\(error)" }
        return error.number == ENOENT ? "it is gone" : String(cString: strerror(error.number))
    }
}
