import Comments
import OptimisticState

/// A family's album: twelve posts with their comments. The same seed makes the same album, but that its ages count back
/// from now.
package struct Album: Sendable {
    struct Page: Sendable {
        let scene: Scene
        /// Before now.
        let age: Duration
        /// From the post to each comment and reply, in their order, growing.
        let delays: [Duration]
    }
    let names: [Voice: String]
    let pages: [Page]
    /// Whose hearts each post and each comment has, in writing order.
    let hearts: [[Voice]]
    private let ids: [MutationID]

    package static let postCount = 12

    /// Makes the album of a generator's next numbers.
    package init(using generator: inout some RandomNumberGenerator) {
        var names: [Voice: String] = [:]
        for language in Voice.Language.allCases {
            let voices = Voice.allCases.filter { $0.language == language }
            for (voice, name) in zip(voices, language.names.shuffled(using: &generator)) { names[voice] = name }
        }
        self.names = names
        var age = Duration.seconds(Int.random(in: 3_600...10_800, using: &generator))
        var pages: [Page] = []
        for scene in Scenes.all.shuffled(using: &generator).prefix(Self.postCount) {
            var delay = Duration.zero
            let count = scene.lines.reduce(0) { $0 + 1 + $1.replies.count }
            // All of them lie between the post and now.
            let step = Int(age.components.seconds) / (count + 1)
            let delays = (0..<count).map { _ in
                delay += .seconds(Int.random(in: min(60, step)...max(60, min(step, 7_200)), using: &generator))
                return min(delay, age)
            }
            pages.append(Page(scene: scene, age: age, delays: delays))
            age += .seconds(Int.random(in: 30_000...260_000, using: &generator))
        }
        // The oldest is written first.
        self.pages = pages.reversed()
        let records = self.pages.reduce(0) { $0 + 1 + $1.delays.count }
        hearts = (0..<records).map { _ in
            let count = Int.random(in: 0...6, using: &generator)
            return Voice.allCases.shuffled(using: &generator).prefix(count).map { $0 }
        }
        ids = (0..<records * 8).map { _ in MutationID.random(using: &generator) }
    }

    /// Writes the album on a board that has nothing yet, as people who wrote it over the weeks would have.
    ///
    /// - Parameters:
    ///   - clock: What the board dates its rows by: it is set back and brought forward again.
    ///   - password: A new one at each call; nobody signs in as these people.
    /// - Throws: what the board refused; what was written until then stays.
    package func write(
        to board: any CommentService, clock: AlbumClock, password: @Sendable () -> String
    ) async throws(AlbumError) {
        let now = clock.now()
        defer { clock.set(now) }
        var people: [Voice: Session] = [:]
        for voice in Voice.allCases {
            guard let name = names[voice] else { continue }
            do throws(ServiceError) {
                people[voice] = try await board.signUp(name: name, password: password())
            } catch {
                throw .noAccount(error)
            }
        }
        var writer = Writer(board: board, people: people, ids: ids[...], hearts: hearts[...])
        for page in pages {
            let begun = now + (.zero - page.age)
            clock.set(begun)
            let post = try await writer.write(
                .addPost(title: page.scene.title, text: page.scene.text), by: page.scene.by)
            try await writer.favour { .setPostFavourite(post, true) }
            var delays = page.delays[...]
            func comment(_ line: Line, under parent: String?) async throws(AlbumError) -> String {
                clock.set(begun + (delays.popFirst() ?? .zero))
                let id = try await writer.write(.addComment(post: post, parent: parent, text: line.text), by: line.by)
                try await writer.favour { .setCommentFavourite(id, true) }
                return id
            }
            for line in page.scene.lines {
                let top = try await comment(line, under: nil)
                for reply in line.replies { _ = try await comment(reply, under: top) }
            }
        }
        for person in people.values { try? await board.signOut(person) }
    }

    /// Does one thing after the other.
    private struct Writer {
        let board: any CommentService
        let people: [Voice: Session]
        var ids: ArraySlice<MutationID>
        var hearts: ArraySlice<[Voice]>

        @discardableResult
        mutating func write(_ operation: Operation, by voice: Voice) async throws(AlbumError) -> String {
            guard let session = people[voice], let id = ids.popFirst() else { return "" }
            let outcome = await board.submit(operation, id: id, mayHaveArrived: false, as: session)
            guard case .accepted(let made, _) = outcome else { throw .notWritten(outcome) }
            return made ?? ""
        }

        mutating func favour(_ operation: () -> Operation) async throws(AlbumError) {
            for voice in hearts.popFirst() ?? [] { try await write(operation(), by: voice) }
        }
    }
}

/// Why the album could not be written.
package enum AlbumError: Error, Sendable {
    case noAccount(ServiceError)
    case notWritten(Outcome)
}
