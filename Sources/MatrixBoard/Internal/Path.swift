/// A path of the client-server interface with its query, percent-encoded piece by piece: ids are the server's and may
/// hold anything.
struct Path {
    private(set) var text: String

    /// - Parameter prefix: As it stands, such as `/_matrix/client/v3`.
    init(_ prefix: String, _ pieces: String..., query: [(String, String)] = []) {
        self.init(prefix, pieces: pieces, query: query)
    }

    init(_ prefix: String, pieces: [String], query: [(String, String)]) {
        text = prefix
        for piece in pieces { text += "/" + Self.encoded(piece) }
        for (index, item) in query.enumerated() {
            text += (index == 0 ? "?" : "&") + Self.encoded(item.0) + "=" + Self.encoded(item.1)
        }
    }

    static let client = "/_matrix/client/v3"
    static let client1 = "/_matrix/client/v1"

    /// Everything but the unreserved characters of RFC 3986, 2.3.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                bytes.append(byte)
            case _:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
