@testable import OptimisticState
import TestSupport

/// What must hold, and what is said when it does not.
extension Life {
    /// One moment as the user sees it.
    struct Scene {
        let items: [Item<Note>]
        let outbox: [OutboxEntry<Desk>]
        let entries: [MutationID: OutboxEntry<Desk>]
        let ids: Set<Ref<Note>>
        let serverIDs: [String?]
        /// How many notes each folder says that it has.
        let counts: [Int?]
        /// What each note that the server ever had is called by the store.
        let names: [String: String?]
    }

    func scene() -> Scene {
        process.store.read { visible in
            let items = server.folders.flatMap { visible.items(in: Scope<Note>(.folder($0)), 0..<10_000) }
            let outbox = visible.outbox
            let entries = Dictionary(uniqueKeysWithValues: outbox.map { ($0.id, $0) })
            return Scene(
                items: items, outbox: outbox, entries: entries, ids: Set(items.map(\.id)),
                serverIDs: items.map { visible.serverID(of: $0.id) },
                counts: server.folders.map { visible.item($0)?.record.notes },
                names: server.makers.mapValues { visible.serverID(of: Ref<Note>.created(by: $0)) })
        }
    }

    /// In every frame: each note that the user wrote stands once, unless it is discarded or deleted.
    func faultNow() -> String? {
        let scene = scene()
        if scene.ids.count != scene.items.count { return "an item stands twice" }
        let deletions = Set(scene.outbox.compactMap { ($0.mutation as? DeleteNote)?.note })
        for entry in scene.outbox {
            let ref = Ref<Note>.created(by: entry.id)
            guard entry.mutation is AddNote, !scene.ids.contains(ref), !deletions.contains(ref) else { continue }
            return "“\(written[entry.id] ?? "?")” waits in the outbox and is not on screen"
        }
        for (item, serverID) in zip(scene.items, scene.serverIDs) {
            guard let serverID else { continue }
            if item.id != .server(serverID), scene.ids.contains(.server(serverID)) { return "\(serverID) stands twice" }
            if item.id == .server(serverID), let origin = names[serverID] {
                return "\(serverID) is no longer the row that \(origin) made"
            }
            // Whether the user's own star is counted, and nothing else is.
            if item.record.stars != (item.record.isStarred ? 1 : 0) {
                return "\(item.id.called) counts \(item.record.stars)"
            }
        }
        for (first, second) in zip(scene.items, scene.items.dropFirst())
        where first.record.folder == second.record.folder && second.record.order < first.record.order {
            return "\(first.record.folder.called) is out of order"
        }
        return faultOfMemory(scene) ?? faultOfSending(scene) ?? faultOfJournal(scene) ?? differenceFromModel(scene)
    }

    /// What was acknowledged once does not vanish, and does not go back to what it was before.
    private func faultOfMemory(_ scene: Scene) -> String? {
        for ref in toldOf where !scene.ids.contains(ref) && !deleted.contains(ref) {
            return "\(ref.called) has vanished"
        }
        for item in scene.items {
            if let floor = textFloor[item.id], number(of: item.record.text) < floor {
                return "\(item.id.called) shows “\(item.record.text)” again; “text \(floor)” was acknowledged"
            }
            if let floor = markFloor[item.id], item.record.mark < floor {
                return "\(item.id.called) shows mark \(item.record.mark) again; \(floor) was acknowledged"
            }
            guard let (id, wish) = wishes[item.id], !discarded.contains(id), !isStarredElsewhere(item.id) else {
                continue
            }
            if scene.entries[id]?.isFailed != true, item.record.isStarred != wish {
                return "\(item.id.called) does not show the last wish, \(wish)"
            }
        }
        return nil
    }

    private func isStarredElsewhere(_ ref: Ref<Note>) -> Bool {
        switch ref {
        case .server(let id): server.origin(of: id).map(starredElsewhere.contains) ?? false
        case .created(let id): starredElsewhere.contains(id)
        }
    }

    /// It failed, or stands behind what did, and nobody else waits for that.
    private func waitsForTheUser(_ entry: OutboxEntry<Desk>, _ scene: Scene) -> Bool {
        guard !entry.isFailed, case .loading(.blocked(on: let other)) = entry.loadingState else {
            return entry.isFailed
        }
        return entry.mutation?.parents.contains(other) == true
            && scene.entries[other].map { waitsForTheUser($0, scene) } == true
    }

    func seeWhatWaitsForTheUser(_ scene: Scene) {
        waitForTheUser = Set(scene.outbox.filter { waitsForTheUser($0, scene) }.map(\.id))
    }

    /// One claim, one in flight in a lane, none overtakes, and nothing waits for nothing.
    private func faultOfSending(_ scene: Scene) -> String? {
        let waitedForTheUser = waitForTheUser
        seeWhatWaitsForTheUser(scene)
        let open = process.desk.open
        var lanes: Set<Lane> = []
        for call in open {
            let lane = call.mutation.lane
            if open.count(where: { $0.attempt.id == call.attempt.id }) > 1 { return "\(call.attempt.id) is sent twice" }
            // What an echo has confirmed is done, though its answer is still on the way.
            guard let entry = scene.entries[call.attempt.id] else { continue }
            if !lanes.insert(lane).inserted { return "two of \(lane.name) are in flight" }
            guard begun.insert("\(call.attempt.id) \(call.attempt.number)").inserted else { continue }
            for other in scene.outbox
            where other.sequence < entry.sequence && other.mutation?.lane == lane
                && !waitForTheUser.contains(other.id) && !waitedForTheUser.contains(other.id)
            {
                return "\(entry.id) has overtaken \(other.id)"
            }
            for parent in call.mutation.parents where scene.entries[parent] != nil {
                return "\(entry.id) is sent before \(parent)"
            }
        }
        for entry in scene.outbox {
            switch entry.loadingState {
            case .loading(.queued(behind: nil)) where open.count < 4: return "\(entry.id) could be sent, and is not"
            case .loading(.waiting(until: let moment?, _)) where moment <= time.now():
                return "\(entry.id) waits though its time has come"
            case _: continue
            }
        }
        return nil
    }

    /// From here on, what is begun is new.
    func rememberWhatIsBegun() {
        for call in process.desk.open { begun.insert("\(call.attempt.id) \(call.attempt.number)") }
    }

    /// What is shown as pending is what the disk has for this account, and no one else's.
    private func faultOfJournal(_ scene: Scene) -> String? {
        let rows = disk.rows(of: account).filter { !$0.state.stage.isAcknowledged }
        for row in rows {
            if case .failed = row.state.stage, scene.entries[row.id]?.isFailed == false {
                return "the journal has \(row.id) as failed, the outbox does not"
            }
        }
        let onDisk = Set(rows.map(\.id))
        let shown = Set(scene.entries.keys)
        return onDisk == shown ? nil : "the journal has \(onDisk.sorted()), the outbox shows \(shown.sorted())"
    }

    // MARK: At the end

    func faultAtTheEnd() -> String? {
        let scene = scene()
        let stuck = process.store.read { visible in
            visible.outbox.first { !$0.isFailed && !$0.isBlockedByFailure(in: visible) }
        }
        if let stuck { return "\(stuck.id) is stuck: \(stuck.loadingState)" }
        if let row = disk.rows(of: account).first(where: { $0.state.stage.isAcknowledged }) {
            return "\(row.id) is confirmed everywhere, and its row is still in the journal"
        }
        if let (text, count) = server.creations.first(where: { $0.value > 1 }) {
            return "“\(text)” is on the server \(count) times"
        }
        let shown = Dictionary(
            zip(scene.serverIDs, scene.items).compactMap { id, item in id.map { ($0, item) } },
            uniquingKeysWith: { first, _ in first })
        for (id, item) in shown where item.mutations.isEmpty && server.notes[id] == nil {
            return "\(item.id.called) is shown, and the server has no \(id)"
        }
        let isPendingDeletion = Set(scene.outbox.compactMap { ($0.mutation as? DeleteNote)?.note })
        for (id, note) in server.notes {
            guard let item = shown[id] else {
                let identity = process.store.read { $0.identity(of: note.ref) }
                if isPendingDeletion.contains(identity) { continue }
                return "\(id) is on the server and not on screen"
            }
            if item.mutations.isEmpty, let fault = difference(item, note) { return fault }
        }
        return faultOfTexts(scene)
    }

    /// What a settled note shows is what the server has, and that is what the user said last.
    private func difference(_ item: Item<Note>, _ note: Note) -> String? {
        let record = item.record
        if record.text != note.text || record.isStarred != note.isStarred || record.mark != note.mark {
            return
                "\(item.id.called) shows “\(record.text)”, \(record.isStarred ? "" : "not ")starred, mark \(record.mark), and the server has “\(note.text)”, \(note.isStarred ? "" : "not ")starred, mark \(note.mark)"
        }
        let last = intents[item.id]?.last { intent in
            // What was discarded may have arrived all the same.
            let isMeant = !discarded.contains(intent.id) || server.done[intent.id] != nil
            return isMeant && disk.endings[intent.id] != .superseded
        }
        if let last, last.text != note.text {
            return "\(item.id.called) has “\(note.text)”, and “\(last.text)” was the last that the user wrote"
        }
        return nil
    }

    /// Every text is on the server (or was replaced or deleted there), shown as failed, or discarded by the user.
    private func faultOfTexts(_ scene: Scene) -> String? {
        for (id, text) in written where !discarded.contains(id) && scene.entries[id] == nil {
            if server.done[id] == nil, disk.endings[id] != .superseded { return "“\(text)” of \(id) is lost" }
        }
        return nil
    }
}
