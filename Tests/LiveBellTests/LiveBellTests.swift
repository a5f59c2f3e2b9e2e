import Glibc
import LiveBell
import Testing

@Suite struct LiveBellTests {
    @Test func aRingReachesEveryOtherBellAndNotItsOwn() throws {
        let folder = try Folder()
        let (first, second, third) = (try folder.bell(), try folder.bell(), try folder.bell())
        first.ring()
        #expect(isReadable(second) && isReadable(third) && !isReadable(first))
        #expect(second.drain() && third.drain())
        #expect(!first.drain())
        #expect(!isReadable(second) && !second.drain())
    }

    @Test func manyRingsAreTakenAtOnceAndAFullReceiverCountsAsTold() throws {
        let folder = try Folder()
        let (writer, reader) = (try folder.bell(), try folder.bell())
        for _ in 0..<2_000 { writer.ring() }
        #expect(reader.drain())
        #expect(!reader.drain())
        #expect(folder.names.count == 2)
        writer.ring()
        #expect(reader.drain())
    }

    @Test func theSocketOfADeadProcessIsTakenDownByTheNextRing() throws {
        let folder = try Folder()
        let (living, other) = (try folder.bell(), try folder.bell())
        try folder.leaveSocketBehind("dead")
        #expect(folder.names.count == 3)
        living.ring()
        #expect(folder.names.count == 2 && !folder.names.contains("dead"))
        #expect(other.drain())
    }

    @Test func otherFilesOfTheDirectoryAreLeftAlone() throws {
        let folder = try Folder()
        let bell = try folder.bell()
        close(open("\(folder.live)/notes", O_CREAT | O_WRONLY, 0o600))
        mkdir("\(folder.live)/more", 0o700)
        bell.ring()
        #expect(folder.names.contains("notes") && folder.names.contains("more"))
    }

    @Test func aBellThatLeftIsGoneFromTheDirectoryAndTwiceIsOnce() throws {
        let folder = try Folder()
        let (first, second) = (try folder.bell(), try folder.bell())
        second.leave()
        second.leave()
        #expect(folder.names.count == 1)
        first.ring()
        #expect(!second.drain())
    }

    @Test func aFreedBellLeavesNothing() throws {
        let folder = try Folder()
        do { _ = try folder.bell() }
        #expect(folder.names.isEmpty)
    }

    @Test func aPathLongerThanASocketAddressWorks() throws {
        let folder = try Folder(depth: 12)
        #expect(folder.live.utf8.count > 200)
        let (first, second) = (try folder.bell(), try folder.bell())
        first.ring()
        #expect(second.drain())
    }

    @Test func theDirectoryIsMadeForItsOwnerAlone() throws {
        let folder = try Folder()
        mkdir(folder.live, 0o777)
        chmod(folder.live, 0o777)
        let bell = try folder.bell()
        var status = stat()
        #expect(stat(folder.live, &status) == 0 && status.st_mode & 0o777 == 0o700)
        withExtendedLifetime(bell) {}
    }

    @Test func aSymbolicLinkOrAMissingParentIsRefused() throws {
        let folder = try Folder()
        symlink("/tmp", folder.live)
        #expect(throws: LiveBellError.self) { try folder.bell() }
        #expect(throws: LiveBellError.self) { try LiveBell(in: "\(folder.path)/none/live") }
    }

    @Test func twoRingsAtOnceReachEverybody() async throws {
        let folder = try Folder()
        let bells = try (0..<20).map { _ in try folder.bell() }
        for name in 0..<20 { try folder.leaveSocketBehind("dead-\(name)") }
        await withTaskGroup(of: Void.self) { group in
            for bell in bells.prefix(2) { group.addTask { bell.ring() } }
        }
        #expect(bells.allSatisfy { $0.drain() })
        #expect(folder.names.count == 20)
    }
}

/// Whether `poll` would wake for it.
private func isReadable(_ bell: LiveBell) -> Bool {
    var asked = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) == 1
}
