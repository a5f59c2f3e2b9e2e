import CommentPresenters
import Comments
import TerminalUI

/// The rooms of a homeserver in lines.
extension ClientLines {
    func askForRooms(_ client: ClientPresenter) {
        listedRooms = []
        askForRooms(client.showRooms())
    }

    private func askForRooms(_ commands: [Command]) {
        want(commands)
        guard !commands.isEmpty else { return }
        (listsRooms, awaitsRooms) = (true, true)
    }

    /// Another word than those that are about rooms was said: the list does not lie over what it is about.
    func leaveRooms(_ client: ClientPresenter) {
        listsRooms = false
        client.closeRooms()
    }

    func askForMoreRooms(_ client: ClientPresenter) {
        let commands = client.handle(.move(.last))
        if commands.isEmpty { return say("these were all") }
        askForRooms(commands)
    }

    /// Lists what has been read since the last look.
    func tellRooms(_ client: ClientPresenter) {
        guard awaitsRooms, let model = frame.rooms else {
            awaitsRooms = false
            return
        }
        guard model.reading != .loading else { return }
        awaitsRooms = false
        let known = Set(listedRooms.map(\.id))
        for room in model.rooms.rows where !known.contains(room.id) {
            listedRooms.append(room)
            let name = room.name == room.reference ? nil : room.name.raw
            let facts = room.facts + [room.isOpen ? "open" : nil, room.remark].compactMap(\.self)
            say(
                "\(listedRooms.count) \([room.reference.raw, name].compactMap(\.self).joined(separator: " ")), \(facts.joined(separator: ", "))"
            )
        }
        switch model.reading {
        case .failed(let reason): complain("the rooms could not be read: \(reason.raw)")
        case .whole where listedRooms.isEmpty: say("there are no public rooms here, and you are in none")
        case .more: say("more shows further ones")
        case .whole, .loading, .missing, .closed: break
        }
    }

    func openRoom(_ name: String, _ client: ClientPresenter) {
        guard client.account.session != nil else {
            return complain("that needs an account: sign-up NAME makes one, sign-in NAME uses one")
        }
        guard let number = Int(name) else { return open(name, shownAs: name, client) }
        guard listedRooms.indices.contains(number - 1) else {
            return complain("there is no room \(number): rooms lists them")
        }
        let room = listedRooms[number - 1]
        guard !room.isRefused else {
            return complain("this room is end-to-end encrypted: rakkan does not read such rooms")
        }
        if room.isFollowed, let next = room.replacement {
            open(next, shownAs: room.replacementName ?? next, client)
        } else {
            open(room.id, shownAs: room.reference.raw, client)
        }
    }

    private func open(_ reference: String, shownAs name: String, _ client: ClientPresenter) {
        let commands = client.openRoom(reference, shownAs: name)
        if commands.isEmpty { return complain("it is open") }
        want(commands)
    }

    /// Another room was entered: what had numbers is not there any more.
    func tellRoom(_ client: ClientPresenter) {
        guard client.openedRoom != openedRoom else { return }
        openedRoom = client.openedRoom
        guard openedRoom != nil else { return }
        feed = ListTeller(newestIsLast: false)
        thread = ListTeller(newestIsLast: true)
        (opened, listsThread, listsRooms, listsNext) = (nil, false, false, false)
        outboxNumbers = Numbers()
        say("room: \(frame.status.place.raw)")
        greet()
    }
}
