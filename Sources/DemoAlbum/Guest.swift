import Comments
import OptimisticState

/// A simulated person on the board, at a person's pace: reads, thinks, favourites, types.
package struct Guest: Sendable {
    private let name: String
    private let language: Voice.Language
    private let password: String
    private var generator: any RandomNumberGenerator & Sendable

    private static let names: [(String, Voice.Language)] = [
        ("lena", .english), ("sota", .japanese), ("jisoo", .korean), ("oscar", .english), ("hina", .japanese),
        ("doyun", .korean), ("clara", .english), ("ren", .japanese), ("yuna", .korean), ("felix", .english),
    ]

    /// - Parameter number: From 0; which of the guests this is.
    package init(_ number: Int, password: String, generator: any RandomNumberGenerator & Sendable) {
        let (name, language) = Self.names[number % Self.names.count]
        let round = number / Self.names.count
        self.name = round == 0 ? name : "\(name)\(round + 1)"
        self.language = language
        self.password = password
        self.generator = generator
    }

    /// Comes, and stays until the task is cancelled.
    package mutating func stay(on board: any CommentService, time: any Timekeeper) async {
        guard let session = await enter(board) else { return }
        while !Task.isCancelled {
            do {
                try await rest(between: 5, and: 22, time)
                try await act(on: board, as: session, time)
            } catch is CancellationError {
                break
            } catch {
                // Refused or busy: a guest tries something else later.
                continue
            }
        }
        try? await board.signOut(session)
    }

    /// A board that was kept may know a guest of that name already.
    private func enter(_ board: any CommentService) async -> Session? {
        for round in 0..<100 {
            let name = round == 0 ? name : "\(name)-\(round + 1)"
            do throws(ServiceError) {
                return try await board.signUp(name: name, password: password)
            } catch {
                guard error == .form(.nameTaken) else { return nil }
            }
        }
        return nil
    }

    private mutating func act(on board: any CommentService, as session: Session, _ time: any Timekeeper) async throws {
        let posts = try await board.posts(PageRequest(limit: 20), as: session).records
        guard case .server(let post)? = posts.randomElement(using: &generator)?.ref else { return }
        let comments = try await board.comments(of: post, PageRequest(limit: 50), as: session).records
        let chance = Int.random(in: 0..<10, using: &generator)
        if chance < 5, case .server(let comment)? = comments.randomElement(using: &generator)?.ref {
            await submit(.setCommentFavourite(comment, true), to: board, as: session)
        } else if chance < 6 {
            await submit(.setPostFavourite(post, true), to: board, as: session)
        } else if let remark = Scenes.remarks(in: language).randomElement(using: &generator) {
            // Five letters a second is a quick typist.
            let seconds = max(2, remark.count / 5)
            try await rest(between: seconds, and: seconds * 2, time)
            await submit(.addComment(post: post, parent: nil, text: remark), to: board, as: session)
        }
    }

    private mutating func submit(_ operation: Operation, to board: any CommentService, as session: Session) async {
        let id = MutationID.random(using: &wrapped)
        _ = await board.submit(operation, id: id, mayHaveArrived: false, as: session)
    }

    private mutating func rest(between least: Int, and most: Int, _ time: any Timekeeper) async throws {
        let milliseconds = Int.random(in: least * 1_000...most * 1_000, using: &generator)
        // A simulated person's pace is time; guests are there where `--guests` asks for them alone.
        try await time.sleep(until: time.now() + .milliseconds(milliseconds))
    }

    /// The generator as a type that generic code takes.
    private var wrapped: AnyGenerator {
        get { AnyGenerator(generator) }
        set { generator = newValue.wrapped }
    }
}

private struct AnyGenerator: RandomNumberGenerator {
    var wrapped: any RandomNumberGenerator & Sendable
    init(_ wrapped: any RandomNumberGenerator & Sendable) { self.wrapped = wrapped }
    mutating func next() -> UInt64 { wrapped.next() }
}
