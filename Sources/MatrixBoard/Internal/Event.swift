import Comments
import OptimisticState

/// A room's event, as far as it is of any meaning here.
struct Event: Sendable {
    let id: String
    let sender: String
    let sentAt: Int64
    var kind: Kind
    /// The mutation that made it, as its content says (`org.rakkan.mutation_id`): survives devices and federation.
    var mutation: MutationID?
    /// Under a post: how many events stand in its thread, as the server counts them (aggregations of threads).
    var threadCount: Int?
    /// The edit that the server bundles with it; of the same sender, or it is none.
    var edit: Edit?

    /// The words of a message: a comment's are its body; a post's have a title.
    struct Text: Hashable, Sendable {
        var body: String
        /// In scalars; nil for what others wrote.
        var titleLength: Int?
        /// Of a picture with a caption.
        var file: String?
    }

    struct Edit: Hashable, Sendable {
        let id: String
        let sentAt: Int64
        let content: Text
    }

    enum Kind: Hashable, Sendable {
        case post(Text)
        case comment(root: String, parent: String?, text: String)
        case edit(of: String, Text)
        case heart(on: String)
        case redaction(of: String)
        /// Its content is gone; what it was is gone with it.
        case redacted
        case member(user: String, name: String?, isJoined: Bool)
        case encrypted
        /// The room goes on elsewhere.
        case tombstone(replacement: String)
        case other
    }
}

extension Event {
    /// Nil for what is no event.
    ///
    /// - Parameter isNews: As it came by `/sync`, where nothing is bundled with it: elsewhere a post of which no thread
    ///   is told has none.
    init?(_ value: JSONValue, isNews: Bool = false) {
        guard let id = value["event_id"]?.text, let sender = value["sender"]?.text, let type = value["type"]?.text,
            id.utf8.count <= 255, sender.utf8.count <= 255
        else { return nil }
        self.id = id
        self.sender = sender
        sentAt = min(max(0, value["origin_server_ts"]?.whole ?? 0), 1 << 42)
        let content = value["content"] ?? .null
        mutation = content["org.rakkan.mutation_id"]?.text.flatMap { $0.utf8.count <= 64 ? MutationID($0) : nil }
        let unsigned = value["unsigned"] ?? .null
        if unsigned["redacted_because"] != nil || value["redacted_because"] != nil {
            kind = .redacted
            mutation = nil
            return
        }
        kind = Kind(type: type, content: content, of: value)
        let relations = unsigned["m.relations"]
        threadCount = relations?["m.thread", "count"]?.whole.map { Int(clamping: max(0, $0)) } ?? (isNews ? nil : 0)
        if let bundled = relations?["m.replace"], bundled["sender"]?.text == sender,
            let editID = bundled["event_id"]?.text,
            let text = bundled["content", "m.new_content"].flatMap({ Text($0) })
        {
            edit = Edit(id: editID, sentAt: bundled["origin_server_ts"]?.whole ?? 0, content: text)
        }
    }

    /// Where it stands: by the server's time, and among what was sent in one millisecond by its name.
    var place: Place {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return .confirmed(sentAt << 20 | Int64(hash >> 44))
    }

    /// What is said of it may be said to its own account alone.
    func echo(for account: String) -> MutationID? { sender == account ? mutation : nil }
}

extension Event.Kind {
    /// Longer than any heart: no key of ours.
    private static let hearts: Set<String> = ["\u{2764}\u{FE0F}", "\u{2764}"]

    fileprivate init(type: String, content: JSONValue, of event: JSONValue) {
        let relation = content["m.relates_to"]
        switch type {
        case "m.room.message":
            switch relation?["rel_type"]?.text {
            case "m.replace":
                guard let target = relation?["event_id"]?.text,
                    let text = content["m.new_content"].flatMap({ Event.Text($0) })
                else {
                    self = .other
                    return
                }
                self = .edit(of: target, text)
            case "m.thread":
                guard let root = relation?["event_id"]?.text, let body = content["body"]?.text else {
                    self = .redacted
                    return
                }
                let isFallback = relation?["is_falling_back"]?.flag ?? false
                let parent = isFallback ? nil : relation?["m.in_reply_to", "event_id"]?.text
                let isOurs = content["org.rakkan.mutation_id"] != nil
                self = .comment(
                    root: root, parent: parent == root ? nil : parent,
                    text: parent != nil && !isOurs ? body.withoutReplyFallback : body)
            case .some: self = .other
            case nil:
                // A plain reply belongs to a conversation outside of threads: it is no post.
                guard relation?["m.in_reply_to"] == nil, let text = Event.Text(content) else {
                    self = relation == nil && content.members?.isEmpty ?? true ? .redacted : .other
                    return
                }
                self = .post(text)
            }
        case "m.reaction":
            guard relation?["rel_type"]?.text == "m.annotation", let target = relation?["event_id"]?.text,
                let key = relation?["key"]?.text
            else {
                self = .redacted
                return
            }
            self =
                Self.hearts.contains { $0.unicodeScalars.elementsEqual(key.unicodeScalars) }
                ? .heart(on: target) : .other
        case "m.room.redaction":
            // Room version 11 moved it into the content.
            guard let target = content["redacts"]?.text ?? event["redacts"]?.text else {
                self = .other
                return
            }
            self = .redaction(of: target)
        case "m.room.member":
            guard let user = event["state_key"]?.text else {
                self = .other
                return
            }
            self = .member(
                user: user, name: content["displayname"]?.text, isJoined: content["membership"]?.text == "join")
        case "m.room.encrypted": self = .encrypted
        case "m.room.tombstone":
            self = content["replacement_room"]?.text.map { .tombstone(replacement: $0) } ?? .other
        case _: self = .other
        }
    }
}

extension Event.Text {
    init?(_ content: JSONValue) {
        guard let body = content["body"]?.text else { return nil }
        self.init(body: body)
        titleLength = content["org.rakkan.title_length"]?.whole.map { Int(clamping: max(0, $0)) }
        // A caption is a body that is not the file's name (media captions).
        if let type = content["msgtype"]?.text, ["m.image", "m.video", "m.file", "m.audio"].contains(type) {
            file = content["filename"]?.text ?? body
        }
    }

    init(title: String, text: String) {
        self.init(body: text.isEmpty ? title : title + "\n\n" + text, titleLength: title.unicodeScalars.count)
    }

    /// Title and text of a post. Ours say where the title ends; of others the first line in which there is anything to see
    /// is the title, and a file without a caption is called by its name.
    var split: (title: String, text: String) {
        let scalars = body.unicodeScalars
        if let titleLength {
            let end = scalars.index(scalars.startIndex, offsetBy: titleLength, limitedBy: scalars.endIndex)
            let rest = scalars[(end ?? scalars.endIndex)...]
            let words = rest.starts(with: "\n\n".unicodeScalars) ? rest.dropFirst(2) : rest
            return (String(scalars[..<(end ?? scalars.endIndex)]), String(words))
        }
        if let file { return UntrustedText(body).isBlank ? (file, "") : (body, file == body ? "" : file) }
        var line = scalars.prefix { $0 != "\n" && $0 != "\r" }
        while line.endIndex < scalars.endIndex, UntrustedText(String(line)).isBlank {
            line = scalars[line.endIndex...].dropFirst().prefix { $0 != "\n" && $0 != "\r" }
        }
        guard line.count <= Self.longestForeignTitle else {
            return (String(line.prefix(Self.longestForeignTitle - 1)) + "…", body)
        }
        return (String(line), String(scalars[line.endIndex...].drop { $0 == "\n" || $0 == "\r" }))
    }

    private static let longestForeignTitle = 200
}

extension String {
    /// Without the quote that older clients put before a reply (removed from the interface in 1.13).
    fileprivate var withoutReplyFallback: String {
        guard hasPrefix("> ") else { return self }
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        return (rest.first?.isEmpty == true ? rest.dropFirst() : rest).joined(separator: "\n")
    }
}
