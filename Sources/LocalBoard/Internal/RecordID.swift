import Comments
import OptimisticState

/// An id of this board: the row's number behind a letter for its kind, so that no two kinds share one.
enum RecordID: Hashable {
    case post(Int64)
    case comment(Int64)

    /// Nil for what this board never gave out.
    init?(_ text: String) {
        guard let number = Int64(text.dropFirst()), number > 0 else { return nil }
        let id: RecordID
        switch text.utf8.first {
        case UInt8(ascii: "p"): id = .post(number)
        case UInt8(ascii: "c"): id = .comment(number)
        case _: return nil
        }
        // "+7" and "007" are numbers too, and would make second names of one record.
        guard id.text == text else { return nil }
        self = id
    }

    /// The row of the post that `text` names.
    static func post(in text: String) throws(ServiceError) -> Int64 {
        guard case .post(let number) = RecordID(text) else { throw .notFound }
        return number
    }

    /// The row of the comment that `text` names.
    static func comment(in text: String) throws(ServiceError) -> Int64 {
        guard case .comment(let number) = RecordID(text) else { throw .notFound }
        return number
    }

    var text: String {
        switch self {
        case .post(let number): "p\(number)"
        case .comment(let number): "c\(number)"
        }
    }
}
