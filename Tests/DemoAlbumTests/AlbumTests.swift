import Comments
import DemoAlbum
import LocalBoard
import OptimisticState
import TestSupport
import Testing

@Suite struct AlbumTests {
    /// Everything that is written, in words; times as ages.
    private func album(seed: UInt64, at now: Int64 = 1_700_000_000_000) throws -> [String] {
        let folder = try TemporaryFolder()
        let executor = ManualExecutor()
        let clock = AlbumClock(Timestamp(milliseconds: now))
        var settings = LocalBoard.Settings()
        settings.passwordCost = .least
        settings.storageExecutor = ManualSerialExecutor(on: executor)
        settings.hashingExecutor = ManualSerialExecutor(on: executor)
        let board = try LocalBoard(folder.file("board"), time: clock, settings: settings) {}
        let lines = Locked<Result<[String], any Error>>(.success([]))
        executor.start {
            let found: Result<[String], any Error>
            do {
                var generator = SeededGenerator(seed: seed)
                try await Album(using: &generator).write(to: board, clock: clock) { "password of nobody" }
                found = .success(try await Self.lines(of: board, now: now))
            } catch {
                found = .failure(error)
            }
            lines.withLock { $0 = found }
        }
        executor.run()
        return try lines.withLock { try $0.get() }
    }

    private static func lines(of board: LocalBoard, now: Int64) async throws -> [String] {
        var lines: [String] = []
        for post in try await board.posts(PageRequest(limit: 100), as: nil).records {
            guard case .server(let id) = post.ref else { continue }
            let age = now - post.createdAt.milliseconds
            lines.append(
                "\(id) \(post.title.raw)|\(post.text.raw)|\(post.author.raw)|\(post.favourites)|\(post.comments)|\(age)"
            )
            for comment in try await board.comments(of: id, PageRequest(limit: 100), as: nil).records {
                let age = now - comment.createdAt.milliseconds
                lines.append("  \(comment.author.raw)|\(comment.text.raw)|\(comment.favourites)|\(age)")
            }
        }
        return lines
    }

    @Test func oneSeedMakesOneAlbumAlways() throws {
        let first = try album(seed: 7)
        #expect(try album(seed: 7, at: 1_800_000_000_000) == first)
        #expect(try album(seed: 8) != first)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func ithasTwelvePostsWithCommentsBySeveralInThreeLanguages(seed: UInt64) throws {
        let lines = try album(seed: seed)
        let comments = lines.filter { $0.hasPrefix("  ") }
        #expect(lines.count - comments.count == Album.postCount)
        #expect(comments.count >= 36)
        #expect(Set(comments.map { $0.prefix { $0 != "|" } }).count >= 6)
        let text = lines.joined().unicodeScalars
        #expect(text.contains { ("ぁ"..."ん").contains($0) } && text.contains { ("가"..."힣").contains($0) })
        #expect(text.contains { $0.properties.isEmojiPresentation })
        // Nothing is younger than now.
        #expect(lines.allSatisfy { !$0.contains("|-") })
    }

    @Test func theWelcomeIsOnePostWhoseCommentsNameTheKeys() throws {
        let folder = try TemporaryFolder()
        let executor = ManualExecutor()
        var settings = LocalBoard.Settings()
        settings.passwordCost = .least
        settings.storageExecutor = ManualSerialExecutor(on: executor)
        settings.hashingExecutor = ManualSerialExecutor(on: executor)
        let board = try LocalBoard(folder.file("board"), time: ManualTime(), settings: settings) {}
        let lines = Locked<[String]>([])
        executor.start {
            let ids = Locked(0)
            try? await Welcome.write(to: board, password: "password of nobody") {
                ids.withLock { $0 += 1 }
                return MutationID("w\(ids.withLock { $0 })")
            }
            let found = (try? await Self.lines(of: board, now: 0)) ?? []
            lines.withLock { $0 = found }
        }
        executor.run()
        let found = lines.withLock { $0 }
        #expect(found.first?.hasPrefix("p1 Welcome|") == true && found.count > 6)
        for key in ["Press f", "Press c", "Press r", "Enter", "o shows"] {
            #expect(found.contains { $0.contains(key) }, "no comment says \(key)")
        }
        #expect(found.dropFirst().allSatisfy { $0.hasPrefix("  rakkan|") })
    }
}
