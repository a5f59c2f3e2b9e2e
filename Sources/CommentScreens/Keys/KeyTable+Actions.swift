import CommentPresenters
import TerminalUI

extension KeyTable.Meaning {
    /// What the configuration calls it; nil for what has its keys for good: the answers to questions.
    var action: String? {
        switch self {
        case .page(let halves):
            switch halves {
            case 2: "pageDown"
            case -2: "pageUp"
            case 1: "halfPageDown"
            case -1: "halfPageUp"
            default: nil
            }
        case .intent(let intent): intent.action
        }
    }
}

extension Intent {
    fileprivate var action: String? {
        switch self {
        case .app(let wanted): wanted.action
        case .back: "back"
        case .otherPane: "otherPane"
        case .signOut: "signOut"
        case .showOutbox: "outbox"
        case .showNetwork: "network"
        case .move(.by(1)): "down"
        case .move(.by(-1)): "up"
        case .move(.by): nil
        case .move(.first): "first"
        case .move(.last): "last"
        case .activate: "activate"
        case .item(let action): action.action
        case .addPost: "addPost"
        case .retryAll: "retryAll"
        case .text(.change(let change)): change.action
        case .text(.type), .text(.paste): nil
        case .send: "send"
        case .form(.nextField): "otherField"
        case .form(.fieldBefore): "fieldBefore"
        case .form(.switchMode): "switchForm"
        case .form(.switchProgress): "switchProgress"
        case .network(.refuseNext): "refuseNext"
        case .network(.switchAutomaticRetry): "automaticRetry"
        case .answer: nil
        case .list(let wanted): wanted.action
        case .rooms(.show): "rooms"
        case .rooms(.readAgain): "readRooms"
        }
    }
}

extension ListIntent {
    fileprivate var action: String {
        switch self {
        case .search: "search"
        case .nextHit: "nextHit"
        case .previousHit: "previousHit"
        case .endSearch: "endSearch"
        case .fold: "fold"
        case .unfold: "unfold"
        case .showFavouriters: "favouriters"
        case .switchTimes: "switchTimes"
        }
    }
}

extension AppIntent {
    fileprivate var action: String {
        switch self {
        case .help: "help"
        case .quit: "quit"
        case .redraw: "redraw"
        case .suspend: "suspend"
        case .switchWay: "switchWay"
        case .switchPendingRule: "switchPendingRule"
        case .undo: "undo"
        case .openEditor: "editor"
        }
    }
}

extension ItemAction {
    fileprivate var action: String {
        switch self {
        case .toggleFavourite: "favourite"
        case .comment: "comment"
        case .reply: "reply"
        case .edit: "edit"
        case .delete: "delete"
        case .discard: "discard"
        case .copy: "copy"
        case .keep: "keep"
        }
    }
}

extension TextChange {
    fileprivate var action: String? {
        switch self {
        case .left: "cursorLeft"
        case .right: "cursorRight"
        case .wordLeft: "wordLeft"
        case .wordRight: "wordRight"
        case .up: "lineUp"
        case .down: "lineDown"
        case .lineStart: "lineStart"
        case .lineEnd: "lineEnd"
        case .deleteBackward: "deleteBackward"
        case .deleteForward: "deleteForward"
        case .killToLineEnd: "killToLineEnd"
        case .killToLineStart: "killToLineStart"
        case .killWordBackward: "killWordBackward"
        case .killWordForward: "killWordForward"
        case .killToBlank: "killToBlank"
        case .yank: "yank"
        case .yankOlder: "yankOlder"
        case .transpose: "transpose"
        case .undo: "undoTyping"
        case .redo: "redoTyping"
        case .place: nil
        case .newLine: "newLine"
        case .clear: "clear"
        }
    }
}
