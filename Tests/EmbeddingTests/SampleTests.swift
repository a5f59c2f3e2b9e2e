import OptimisticState
import Synchronization
import Testing

/// The samples do what the document says.
@Suite struct SampleTests {
    private func photo(_ id: String) -> Photo { Photo(ref: .server(id), favourites: 2) }

    @Test func aHeartFlipsAtOnceAndBackWhenItIsRefused() async throws {
        let keys = Mutex<[MutationID]>([])
        let server = AlbumServer { _, _, key in
            keys.withLock { $0.append(key) }
            return .rejected(Failure(code: "forbidden", status: 403))
        }
        let album = try Album(journal: MemoryJournal(), time: SystemTime())
        let sending = Task { await album.send(to: server) }
        defer { sending.cancel() }
        album.heard([photo("1"), photo("2")])
        let first = try #require(album.photos.first)
        let id = album.tapHeart(of: first)
        guard case .failed(let failure) = await album.settled(id) else {
            Issue.record("it was not refused")
            return
        }
        #expect(failure.status == 403)
        #expect(album.photos.first?.record == first.record)
        #expect(album.photos.first?.loadingState == .failure(failure))
        #expect(keys.withLock { $0 } == [id])
    }

    @Test func beforeAnythingIsSentTheHeartShows() throws {
        let album = try Album(journal: MemoryJournal(), time: SystemTime())
        album.heard([photo("1")])
        let shown = try #require(album.photos.first)
        album.tapHeart(of: shown)
        #expect(album.photos.first?.record.isFavourite == true)
        #expect(album.photos.first?.record.favourites == 3)
    }

    @Test func theBarShowsTheBeginningAndTheEnd() async throws {
        let shown = Mutex<[(Double, String)]>([])
        let bar = SignInBar { position, words in shown.withLock { $0.append((position, words)) } }
        #expect(try await bar.wait(for: { "session" }) == "session")
        let frames = shown.withLock { $0 }
        #expect(frames.first?.0 == 0.05)
        #expect(frames.first?.1 == "Signing in…")
        #expect(frames.last?.0 == 1)

        struct Refused: Error {}
        await #expect(throws: Refused.self) { try await bar.wait { throw Refused() } }
        #expect(shown.withLock { $0.last?.1 } == "That did not work")
    }
}
