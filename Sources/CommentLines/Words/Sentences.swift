import CommentPresenters
import Comments

extension Notice {
    /// Nil where a line of its own says it, or where it is about keys.
    var sentence: String? {
        switch self {
        case .notSentYet: "it is not sent yet"
        case .notSent: "it was not sent: retry or discard it first"
        case .becameAnEdit: "it was sent meanwhile: this is an edit of it"
        case .notYours: "only your own can be changed"
        case .deleted: "it was deleted"
        case .nothingToDiscard: "nothing of it waits"
        case .deletedMeanwhile: "it was deleted meanwhile"
        case .sentMeanwhile: "it was sent meanwhile"
        case .waitsNoMore: "it does not wait any more"
        case .isQuarantined: "it is kept for the newer rakkan that wrote it"
        case .nothingToKeep: "nothing of it looks posted already"
        case .nothingToUndo: "nothing to undo"
        case .nothingToEdit: "there is no text to edit"
        case .pendingRule(.queue): "what is not sent yet can be edited and deleted: it queues"
        case .pendingRule(.restrict): "as in the talk: what is not sent yet can't be edited or deleted"
        case .sendingBeforeLeaving(let count): "sending \(count) before leaving"
        case .signedOut: "signed out"
        case .nextIsRefused: "what is sent next will be refused"
        case .automaticRetry(let isOn):
            isOn ? "what was not answered is sent again by itself" : "nothing is sent again by itself"
        case .noNetwork: "there is no network to choose here: rakkan --network good, or rakkan demo"
        case .onlyInDemo: "that is in the demo only"
        case .nothingFailed: "nothing failed"
        case .noPostYet: "there is no post yet"
        case .notReadYet: "it is not read yet"
        case .noSuchPost: "there is no such post"
        case .editIsSentAgain: "its edit is sent again"
        case .way(let isWaiting):
            isWaiting ? "the waiting way: nothing shows before its answer" : "the optimistic way: it shows at once"
        case .notWaitedFor: "not waited for; it may have been sent"
        case .notDone(let reason): "not done: \(reason.raw)"
        case .undoable, .copied, .waiting, .notAsAsked, .nothingHere, .nothingToFold, .nothingSearched: nil
        }
    }
}

extension Question {
    /// What can be said to it; nil where there is nothing to decide.
    var answers: String? {
        switch self {
        case .deleteComment, .deletePost, .discard, .discardAtSignOut, .signOut(0): "yes or no"
        case .signOut(1): "keep it for your next sign-in, discard it, or no"
        case .signOut: "keep them for your next sign-in, discard them, or no"
        case .notSentYet: nil
        }
    }

    /// - Returns: Nil for what is no answer to it.
    func answer(_ line: String) -> Answer? {
        let answer: Answer? =
            switch line.lowercased() {
            case "yes", "y": .yes
            case "no", "n": .no
            case "keep": .keep
            case "discard": .discard
            default: nil
            }
        // Where something waits, yes says too little: what waits is kept or discarded.
        return answer.flatMap { offers($0) ? $0 : nil }
    }
}

extension ComposerModel {
    /// Why it can't be sent; nil if nothing is in its way.
    var refusal: String? {
        if case .full(let bytes) = hint {
            return "not taken: it would be longer than the \(bytes >> 10) KiB that are taken"
        }
        if let room, room.isOver {
            let part = room.part == .title ? "the title" : "the text"
            return "not sent: \(part) is \(-room.left) longer than the \(room.limit) that there is room for"
        }
        return switch hint {
        case .empty: "not sent: there is nothing in it"
        case .refused(let reason): "not sent: \(reason.raw)"
        case .full, .otherWindow, .leftOver, .fromEditor, .editorFailed, .notKept, nil: nil
        }
    }

    /// What there is to know about a text that is found.
    var remark: String? {
        switch hint {
        case .otherWindow: "another window writes for the same: this draft is apart from that one"
        case .leftOver: "it is kept of something that is gone"
        case .fromEditor: "it is what an editor was writing when rakkan ended"
        case .notKept: "the disk does not take the draft: it is lost if rakkan is killed"
        case .empty, .refused, .full, .editorFailed, nil: nil
        }
    }

    var name: String {
        switch target.work {
        case .comment: "comment"
        case .reply: "reply"
        case .editComment: "comment"
        case .post, .editPost: "post"
        }
    }

    var isEdit: Bool {
        switch target.work {
        case .editComment, .editPost: true
        case .comment, .reply, .post: !target.discarding.isEmpty
        }
    }
}
