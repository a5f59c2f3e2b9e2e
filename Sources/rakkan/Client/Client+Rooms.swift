import CommentPresenters
import Comments
import MatrixBoard
import OptimisticState
import StateFiles

/// The rooms of a homeserver: listed, opened, left.
extension Client {
    func readRooms(after cursor: Cursor?) {
        guard let homeserver = site.homeserver, let session = work.account.session else { return }
        let (mailbox, deadlines, outbox) = (loop.mailbox, site.deadlines, home.folders.outbox)
        presenter.openedRoomID = homeserver.roomID(as: session)
        work.spawn { [site] in
            if cursor == nil {
                let known = homeserver.rememberedRooms(as: session)
                mailbox.post(
                    .roomsRemembered(known.rooms, last: known.last, unsent: site.unsent(of: session, in: outbox)))
            }
            let answer = await deadlines.within(deadlines.list) { () async -> Result<RoomPage, ServiceError> in
                do throws(ServiceError) {
                    let page = try await site.service.ask(as: session) { newest async throws(ServiceError) in
                        try await homeserver.rooms(after: cursor, as: newest ?? session)
                    }
                    return .success(page)
                } catch {
                    return .failure(error)
                }
            }
            mailbox.post(.rooms(answer ?? .failure(.timedOut), after: cursor))
        }
    }

    /// Asks the server's directory for a word.
    func findRooms(_ text: String) {
        guard let homeserver = site.homeserver, let session = work.account.session else { return }
        let (mailbox, deadlines, service) = (loop.mailbox, site.deadlines, site.service)
        work.spawn {
            let answer = await deadlines.within(deadlines.list) { () async -> Result<RoomPage, ServiceError> in
                do throws(ServiceError) {
                    let page = try await service.ask(as: session) { newest async throws(ServiceError) in
                        try await homeserver.rooms(matching: text, as: newest ?? session)
                    }
                    return .success(page)
                } catch {
                    return .failure(error)
                }
            }
            mailbox.post(.roomsFound(answer ?? .failure(.timedOut), of: text))
        }
    }

    /// Goes into a room. What is on its way from the one that is left goes out all the same.
    ///
    /// - Parameters:
    ///   - reference: Its id, or what a person has typed.
    ///   - name: What it is shown by.
    func openRoom(_ reference: String, shownAs name: String) {
        guard let session = work.account.session else { return presenter.closeRooms() }
        let opened = site.opened(reference, shownAs: name)
        let (key, oldKey) = (opened.roomKey(of: session) ?? reference, site.roomKey(of: session))
        guard key != oldKey else { return presenter.closeRooms() }
        presenter.sendHeld()
        do {
            let returning = left.removeValue(forKey: key)
            let next =
                try returning
                ?? AccountWork(
                    session, home: home, site: opened, time: loop.time, worker: worker, mailbox: loop.mailbox,
                    offersWaiting: false)
            if let oldKey, work.hasSomethingWaiting {
                work.rest()
                left[oldKey] = work
            } else {
                work.stop()
            }
            for (room, resting) in left where !resting.hasSomethingWaiting {
                resting.stop()
                left[room] = nil
            }
            (work, site) = (next, next.site)
            drafts.use(session, in: site.outboxPlace(of: session))
            let commands = presenter.entered(
                reference, id: site.homeserver?.roomID(as: session), place: UntrustedText(site.name), next.account,
                traffic: site.network)
            if returning == nil { next.start(automaticRetry: automaticRetry) } else { next.read() }
            perform(commands)
            site.homeserver?.rememberChoice(reference, as: session)
        } catch {
            home.log?.write("the outbox could not be opened", at: loop.time.now())
            presenter.tell(.notDone(reason: UntrustedText("the outbox could not be opened")))
        }
    }

    /// Whether waiting a moment could still send something.
    var hasSomethingToSend: Bool { work.hasSomethingToSend || left.values.contains(where: \.hasSomethingToSend) }

    /// What leaving has to say of the rooms that were left before.
    var farewellOfRooms: [UntrustedText] {
        left.sorted { $0.key < $1.key }.compactMap { _, work in
            let room = work.site.name
            let count = work.account.store.read { $0.pendingCount }
            guard count > 0 else { return nil }
            return UntrustedText("\(room): \(count) more wait\(count == 1 ? "s" : "") there until it is open again")
        }
    }
}
