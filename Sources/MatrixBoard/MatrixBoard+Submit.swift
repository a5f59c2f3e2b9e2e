import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        await submit(operation, id: id, mayHaveArrived: mayHaveArrived, since: nil, as: session)
    }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, madeAt: Timestamp, as session: Session
    ) async -> Outcome {
        await submit(operation, id: id, mayHaveArrived: mayHaveArrived, since: madeAt, as: session)
    }

    private func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, since madeAt: Timestamp?, as session: Session
    ) async -> Outcome {
        let state = state(of: session)
        if let done = state.with({ $0.done[id] }) { return .accepted(serverID: done, said: []) }
        do throws(Trouble) {
            try check(operation)
            let room = try await room(as: session)
            if removal != nil {
                // Nobody looks into a room from outside.
                guard !mayHaveArrived else { return .outsideCannotTell }
                throw .removed
            }
            if mayHaveArrived {
                switch try await look(for: id, operation, since: madeAt, in: room, as: session) {
                case .found(let event): return accept(operation.isEdit ? nil : event, id, as: session)
                case .cannotTell:
                    return .cannotTell(Failure(code: FailureCode.connectionLost, mayHaveArrived: true))
                case .notThere: break
                }
            }
            if successor != nil { throw .moved }
            guard let write = try await write(for: operation, id: id, in: room, as: session) else {
                return accept(nil, id, as: session)
            }
            return await perform(write, id: id, in: room, as: session)
        } catch {
            guard await isOutside(after: error, as: session) else { return Outcome(error, isWork: false) }
            return mayHaveArrived ? .outsideCannotTell : Outcome(.removed, isWork: false)
        }
    }

    /// Whether something was refused because this account is not in the room any more.
    private func isOutside(after trouble: Trouble, as session: Session) async -> Bool {
        switch trouble {
        case .removed: return true
        case .refused(403, _, _, _, _):
            guard let room = state(of: session).with({ $0.roomID }) else { return false }
            return (try? await isRemoved(from: room, as: session)) ?? false
        case _: return false
        }
    }

    private func accept(_ event: String?, _ id: MutationID, as session: Session) -> Outcome {
        state(of: session).with { $0.done[id] = .some(event) }
        return .accepted(serverID: event, said: [])
    }

    // MARK: What is sent

    /// What an operation asks the server to write. One each: a transaction id stands for one event.
    private enum Write {
        /// A message, an edit or a reaction, and whether its event is a record of ours.
        case send(type: String, JSONValue, isRecord: Bool, heartOn: String? = nil)
        case redact([String])
    }

    private func perform(_ write: Write, id: MutationID, in room: String, as session: Session) async -> Outcome {
        do throws(Trouble) {
            switch write {
            case .send(let type, let content, let isRecord, let target):
                // Transaction identifiers: the same one by the same device makes the same event.
                let answer = try await ask(
                    .put, Path(Path.client, "rooms", room, "send", type, id.rawValue), body: content,
                    limit: .seconds(15), as: session)
                guard let event = answer["event_id"]?.text else { throw .strange(status: 200, retryAfter: nil) }
                if let target { state(of: session).with { $0.took(heart: event, on: target) } }
                return accept(isRecord ? event : nil, id, as: session)
            case .redact(let events):
                for event in events {
                    // A transaction's name stands for one event alone (transaction identifiers): a second attempt has
                    // fewer of them left, and their numbers would be others. Redacted twice is redacted.
                    let transaction = "\(id.rawValue).\(event)"
                    let answer = try await ask(
                        .put, Path(Path.client, "rooms", room, "redact", event, transaction), body: [:],
                        limit: .seconds(15), as: session)
                    guard answer["event_id"]?.text != nil else { throw .strange(status: 200, retryAfter: nil) }
                    state(of: session).with { _ = $0.index.take(Event(redacting: event)) }
                }
                return accept(nil, id, as: session)
            }
        } catch {
            // A favourite that is one already.
            if error.code == "M_DUPLICATE_ANNOTATION" { return accept(nil, id, as: session) }
            return Outcome(await isOutside(after: error, as: session) ? .removed : error, isWork: true)
        }
    }

    /// Looks at what the operation is about, and makes what is to be sent; nil if it is so already.
    private func write(
        for operation: Operation, id: MutationID, in room: String, as session: Session
    ) async throws(Trouble) -> Write? {
        switch operation {
        case .addPost(let title, let text):
            return .send(
                type: "m.room.message", Event.Text(title: title, text: text).content.of(id), isRecord: true)
        case .addComment(let post, let parent, let text):
            guard try await isPost(post, in: room, as: session) else { throw .notFound }
            if let parent {
                guard case .comment(post, _, _)? = try await event(parent, in: room, as: session)?.kind else {
                    throw .notFound
                }
            }
            var relation: JSONValue = ["rel_type": "m.thread", "event_id": .string(post)]
            let reply: JSONValue = ["event_id": .string(parent ?? post)]
            relation = relation.with("m.in_reply_to", reply).with("is_falling_back", .bool(parent == nil))
            let content = Event.Text.comment(text).with("m.relates_to", relation)
            return .send(type: "m.room.message", content.of(id), isRecord: true)
        case .editPost(let post, let title, let text):
            try await checkOwn(post, isPost: true, in: room, as: session)
            return .send(
                type: "m.room.message",
                Event.Text(title: title, text: text).content.replacing(post).of(id), isRecord: false)
        case .editComment(let comment, let text):
            try await checkOwn(comment, isPost: false, in: room, as: session)
            return .send(
                type: "m.room.message", Event.Text.comment(text).replacing(comment).of(id), isRecord: false)
        case .deletePost(let target), .deleteComment(let target):
            guard let event = try await event(target, in: room, as: session), event.kind != .redacted else {
                return nil
            }
            guard event.sender == session.account else { throw .forbidden }
            return .redact([target])
        case .setPostFavourite(let target, let wish), .setCommentFavourite(let target, let wish):
            return try await favourite(target, wish, in: room, as: session)
        }
    }

    private func favourite(
        _ target: String, _ wish: Bool, in room: String, as session: Session
    ) async throws(Trouble) -> Write? {
        let state = state(of: session)
        let isThere = try await isStanding(target, in: room, as: session)
        if wish {
            guard isThere else { throw .notFound }
            return .send(
                type: "m.reaction",
                [
                    "m.relates_to": [
                        "rel_type": "m.annotation", "event_id": .string(target), "key": "\u{2764}\u{FE0F}",
                    ]
                ], isRecord: false, heartOn: target)
        }
        guard isThere else { return nil }
        // One account can have several: the two ways to write the heart are two keys, and federation lets others through.
        let now = time.now()
        let (known, isAll) = state.with { contents in
            let isFollowed = contents.followedAt.map { now - $0 < .seconds(60) } ?? false
            return (contents.index.ownHearts(on: target), isFollowed && contents.index[target]?.isComplete == true)
        }
        var own = Set(known)
        if own.isEmpty || !isAll {
            own.formUnion(
                try await readHearts(on: target, in: room, as: session)
                    .filter { $0.sender == session.account }.map(\.id))
        }
        return own.isEmpty ? nil : .redact(own.sorted())
    }

    private func isStanding(_ id: String, in room: String, as session: Session) async throws(Trouble) -> Bool {
        switch try await event(id, in: room, as: session)?.kind {
        case .post: true
        case .comment(let root, _, _): try await isPost(root, in: room, as: session)
        case .edit, .heart, .redaction, .redacted, .member, .encrypted, .tombstone, .other, nil: false
        }
    }

    private func isPost(_ id: String, in room: String, as session: Session) async throws(Trouble) -> Bool {
        // While news is followed, what was read is as good as asking.
        let now = time.now()
        let isKnown = state(of: session).with { contents in
            guard let followed = contents.followedAt, now - followed < .seconds(60) else { return false }
            return contents.index.post(id) != nil
        }
        if isKnown { return true }
        if case .post? = try await event(id, in: room, as: session)?.kind { return true }
        return false
    }

    private func checkOwn(
        _ id: String, isPost: Bool, in room: String, as session: Session
    ) async throws(Trouble) {
        guard let event = try await event(id, in: room, as: session) else { throw .notFound }
        switch event.kind {
        case .post where isPost: break
        case .comment where !isPost: break
        case .post, .comment, .edit, .heart, .redaction, .redacted, .member, .encrypted, .tombstone, .other:
            throw .notFound
        }
        guard event.sender == session.account else { throw .forbidden }
    }

    // MARK: Rules

    private func check(_ operation: Operation) throws(Trouble) {
        switch operation {
        case .addPost(let title, let text), .editPost(_, let title, let text):
            try check(title, limit: capabilities.longestTitle)
            guard text.unicodeScalars.count <= capabilities.longestText else { throw .tooLong }
        case .addComment(_, _, let text), .editComment(_, let text):
            try check(text, limit: capabilities.longestText)
        case .deletePost, .deleteComment, .setPostFavourite, .setCommentFavourite: break
        }
    }

    private func check(_ text: String, limit: Int) throws(Trouble) {
        guard !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw .empty }
        guard text.unicodeScalars.count <= limit else { throw .tooLong }
    }
}

extension Operation {
    fileprivate var isEdit: Bool {
        switch self {
        case .editPost, .editComment: true
        case .addPost, .addComment, .deletePost, .deleteComment, .setPostFavourite, .setCommentFavourite: false
        }
    }
}

extension AccountState.Contents {
    /// One's own heart, before the server tells of it: taking it back needs its name.
    mutating func took(heart event: String, on target: String) {
        index.take(Event(heart: event, on: target, by: index.account))
    }
}

extension Event {
    fileprivate init(heart id: String, on target: String, by sender: String) {
        self.init(id: id, sender: sender, sentAt: 0, kind: .heart(on: target))
    }
}

extension Outcome {
    /// What may have arrived can't be looked for from outside of the room.
    fileprivate static var outsideCannotTell: Outcome {
        .cannotTell(Failure(code: FailureCode.removed, mayHaveArrived: true))
    }
}

extension Event.Text {
    /// As a message.
    fileprivate var content: JSONValue {
        ["msgtype": "m.text", "body": .string(body), "org.rakkan.title_length": .integer(Int64(titleLength ?? 0))]
    }

    fileprivate static func comment(_ text: String) -> JSONValue { ["msgtype": "m.text", "body": .string(text)] }
}

extension JSONValue {
    func with(_ name: String, _ value: JSONValue) -> JSONValue {
        .object((members ?? []) + [Member(name: name, value: value)])
    }

    /// Marked with the mutation that it comes from.
    fileprivate func of(_ id: MutationID) -> JSONValue { with("org.rakkan.mutation_id", .string(id.rawValue)) }

    /// As the new words of an event (event replacements). For clients that know no edits the beginning is enough.
    fileprivate func replacing(_ target: String) -> JSONValue {
        let words = self["body"]?.text ?? ""
        return [
            "msgtype": "m.text",
            "body": .string("* " + String(String.UnicodeScalarView(words.unicodeScalars.prefix(500)))),
            "m.new_content": self,
            "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
        ]
    }
}
