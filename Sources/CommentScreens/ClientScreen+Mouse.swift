import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// The mouse, for those who turn it on: a click selects, a click on what failed retries it, the wheel scrolls.
extension ClientScreen {
    /// Rows of a list that one notch of the wheel moves by.
    private static let notch = 3

    func point(_ event: MouseEvent, _ client: ClientPresenter) -> [Command] {
        switch event.action {
        case .release: []
        case .press: click(event.point, client)
        case .wheelUp: turn(by: -Self.notch, at: event.point, client)
        case .wheelDown: turn(by: Self.notch, at: event.point, client)
        }
    }

    private func turn(by step: Int, at point: Point, _ client: ClientPresenter) -> [Command] {
        switch client.focus {
        case .help, .network: return client.handle(.move(.by(step)))
        case .feed, .post, .outbox, .rooms:
            let commands = enter(pane(at: point, client.focus), client)
            return scrollsInside(by: step, in: client.focus) ? commands : commands + client.handle(.move(.by(step)))
        case .search, .favouriters, .composer, .signIn, .deleteQuestion, .discardQuestion, .notSentYet,
            .signOutQuestion, .waiting:
            return []
        }
    }

    private func click(_ point: Point, _ client: ClientPresenter) -> [Command] {
        let pane = pane(at: point, client.focus)
        switch pane {
        case .feed:
            guard let id = feed.item(at: point) else { return [] }
            return enter(pane, client)
                + choose(id, client, among: { $0.feed.posts }) { $0.marks.contains { $0.tone == .failed } }
        case .post:
            guard let id = thread.item(at: point) else { return [] }
            return enter(pane, client)
                + choose(id, client, among: { $0.post?.thread ?? ListWindow() }) { row in
                    switch row {
                    case .post(let post): post.marks.contains { $0.tone == .failed }
                    case .comment(let comment): comment.marks.contains { $0.tone == .failed }
                    }
                }
        case .outbox:
            guard let id = outbox.item(at: point) else { return [] }
            return choose(id, client, among: { $0.outbox?.entries ?? ListWindow() }) { $0.tone == .failed }
        case .rooms:
            guard let id = rooms.item(at: point) else { return [] }
            return choose(id, client, among: { $0.rooms?.rooms ?? ListWindow() }) { _ in false }
        case .search, .favouriters, .composer, .network, .help, .signIn, .deleteQuestion, .discardQuestion,
            .notSentYet, .signOutQuestion, .waiting, nil:
            return []
        }
    }

    /// The list there, while lists have the keys.
    private func pane(at point: Point, _ focus: Focus) -> Focus? {
        switch focus {
        case .feed, .post:
            if feed.area?.contains(point) == true { return .feed }
            return thread.area?.contains(point) == true ? .post : nil
        case .outbox: return outbox.area?.contains(point) == true ? .outbox : nil
        case .rooms: return rooms.area?.contains(point) == true ? .rooms : nil
        case .search, .favouriters, .composer, .network, .help, .signIn, .deleteQuestion, .discardQuestion,
            .notSentYet, .signOutQuestion, .waiting:
            return nil
        }
    }

    private func enter(_ pane: Focus?, _ client: ClientPresenter) -> [Command] {
        guard let pane, pane != client.focus else { return [] }
        return client.handle(.otherPane)
    }

    /// Selects what was clicked, and retries it if it failed. Nothing is retried that was not under the pointer, whatever has
    /// come meanwhile.
    private func choose<Row>(
        _ id: Row.ID, _ client: ClientPresenter, among window: (Frame) -> ListWindow<Row>, hasFailed: (Row) -> Bool
    ) -> [Command] where Row.ID: Equatable {
        var commands: [Command] = []
        let before = window(client.frame(request))
        guard let index = before.rows.firstIndex(where: { $0.id == id }), let selected = before.selected else {
            return []
        }
        let distance = before.start + index - selected
        if distance != 0 { commands += client.handle(.move(.by(distance))) }
        let after = window(client.frame(request))
        guard after.selectedID == id, let row = after.selected.flatMap({ after.row(at: $0) }), hasFailed(row) else {
            return commands
        }
        return commands + client.handle(.activate)
    }
}
