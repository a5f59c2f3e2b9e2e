/// One of the rooms of a place that has several: what is written in one is seen in no other.
package struct Room: Identifiable, Hashable, Sendable {
    package enum Standing: String, Hashable, Sendable {
        case joined, invited
        /// Anyone may join it.
        case `public`
    }

    package let id: String
    /// What it is opened by: drafts and outbox are kept under it.
    package var reference: String
    /// Under which others find it.
    package var alias: UntrustedText?
    package var name: UntrustedText?
    package var standing: Standing
    /// What is written there can't be read here.
    package var isEncrypted: Bool
    /// The room that goes on in its place.
    package var replacement: String?
    package var members: Int?

    package init(
        id: String, reference: String, alias: UntrustedText? = nil, name: UntrustedText? = nil, standing: Standing,
        isEncrypted: Bool = false, replacement: String? = nil, members: Int? = nil
    ) {
        self.id = id
        self.reference = reference
        self.alias = alias
        self.name = name
        self.standing = standing
        self.isEncrypted = isEncrypted
        self.replacement = replacement
        self.members = members
    }
}

/// A stretch of a list of rooms.
package struct RoomPage: Hashable, Sendable {
    package var rooms: [Room]
    /// Where the list goes on; nil at its end.
    package var next: Cursor?

    package init(rooms: [Room], next: Cursor?) {
        self.rooms = rooms
        self.next = next
    }
}
