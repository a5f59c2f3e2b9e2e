import OptimisticState

/// What the server has, as a value. Nothing about loading, failing or retrying is in it.
struct Photo: Record {
    let ref: Ref<Photo>
    var isFavourite = false
    var favourites = 0

    static var recordName: String { "photo" }
    var scopes: [Scope<Photo>] { [.album] }
    /// Where it stands in its lists.
    var order: String {
        switch ref {
        case .server(let id): id
        case .created(let mutation): mutation.rawValue
        }
    }

    enum Key: ScopeKey { case album }
}

extension Scope<Photo> {
    static let album = Scope(.album)
}
