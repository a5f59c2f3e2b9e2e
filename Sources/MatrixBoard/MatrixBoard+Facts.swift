import Comments
import HTTPTransport

/// What a homeserver says of itself to everybody.
package struct HomeserverFacts: Hashable, Sendable {
    /// Where its client-server interface is.
    package let url: String
    /// Its program, by name and version; nil if it does not tell.
    package let software: UntrustedText?
    /// The versions of the specification that it speaks, in its own order.
    package let versions: [UntrustedText]

    /// Whether what goes there and back is encrypted, and the server's certificate verified.
    package var isEncrypted: Bool { url.hasPrefix("https:") }
}

extension MatrixBoard {
    /// Asks the homeserver who it is. Needs no account.
    package func facts() async throws(ServiceError) -> HomeserverFacts {
        do throws(Trouble) {
            let base = try await discover()
            let versions = try await ask(.get, base, Path("/_matrix/client/versions"), isIdempotent: true)
            // Part of the server-server specification; most answer it here, too.
            let about = try? await ask(.get, base, Path("/_matrix/federation/v1/version"), isIdempotent: true)
            let told = [about?["server", "name"]?.text, about?["server", "version"]?.text].compactMap(\.self)
            let software = told.isEmpty ? answeredBy.homeserver : told.joined(separator: " ")
            return HomeserverFacts(
                url: base, software: software.map { UntrustedText($0) },
                versions: (versions["versions"]?.items ?? []).compactMap(\.text).map { UntrustedText($0) })
        } catch {
            throw ServiceError(error)
        }
    }
}

extension String {
    /// Homeservers that name themselves in the head of an answer. Any other name there is that of what stands before
    /// one.
    private static let homeservers = ["synapse", "dendrite", "conduit", "conduwuit", "continuwuity", "tuwunel"]

    /// "Synapse 1.163.2" of "Synapse/1.163.2" (RFC 9110, 10.2.4); nil if it is no homeserver's name.
    fileprivate var homeserver: String? {
        let product = prefix { $0 != " " }.split(separator: "/", maxSplits: 1)
        guard let name = product.first, Self.homeservers.contains(name.lowercased()) else { return nil }
        return product.joined(separator: " ")
    }
}
