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
            let software = [about?["server", "name"]?.text, about?["server", "version"]?.text].compactMap(\.self)
            return HomeserverFacts(
                url: base, software: software.isEmpty ? nil : UntrustedText(software.joined(separator: " ")),
                versions: (versions["versions"]?.items ?? []).compactMap(\.text).map { UntrustedText($0) })
        } catch {
            throw ServiceError(error)
        }
    }
}
