import Glibc

/// Why a file of the client's own state can't be read or written.
package struct StateFileError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// Neither the environment nor the account says where the home directory is.
        case noHome
        /// The file system or the directory can't be written.
        case readOnly
        case diskFull
        /// No permission, something else is in the way, or no descriptors left.
        case cannotOpen
        /// The disk failed.
        case io
    }

    package let code: Code
    /// The system's error number, 0 where the refusal was not the system's.
    package let number: Int32
    package let path: String

    /// Sorts `number`, by default what `errno` is now.
    init(_ path: String, number: Int32 = errno) {
        code =
            switch number {
            case EROFS, EACCES, EPERM: .readOnly
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EIO: .io
            default: .cannotOpen
            }
        self.number = number
        self.path = path
    }

    private init(code: Code) {
        self.code = code
        number = 0
        path = ""
    }

    static let noHome = StateFileError(code: .noHome)
}
