import Comments

/// What a session's secret holds on a homeserver.
struct Tokens: Hashable, Sendable {
    var access: String
    /// Nil where the server gives none: the access token then lasts.
    var refresh: String?
    var device: String
    /// Where the client-server interface is, as discovery found it.
    var base: String

    /// The secret as a session keeps it.
    var secret: String {
        var members: JSONValue = [
            "access": .string(access), "device": .string(device), "base": .string(base),
        ]
        if let refresh, case .object(let known) = members {
            members = .object(known + [JSONValue.Member(name: "refresh", value: .string(refresh))])
        }
        return String(decoding: members.bytes, as: UTF8.self)
    }

    init(access: String, refresh: String?, device: String, base: String) {
        self.access = access
        self.refresh = refresh
        self.device = device
        self.base = base
    }

    /// A secret that is none of ours is an access token alone: so one that was pasted.
    init(_ secret: String, base: String) {
        let value = JSONValue(Array(secret.utf8))
        access = value?["access"]?.text ?? secret
        refresh = value?["refresh"]?.text
        device = value?["device"]?.text ?? ""
        self.base = value?["base"]?.text ?? base
    }
}
