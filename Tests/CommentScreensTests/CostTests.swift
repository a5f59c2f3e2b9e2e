import CAllocations
import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import TerminalUI
import TestSupport
import Testing

/// What a key costs in a long thread, counted: allocations of the thread that draws, and cells that differ.
@Suite struct CostTests {
    private struct Cost: Hashable {
        let allocations: Int64
        let cells: Int
    }

    /// All comments are in the store, and say the same in both lengths.
    private func desk(_ count: Int64) throws -> Desk {
        let desk = try Desk(
            Size(columns: 80, rows: 24), posts: [Album.post(4, "Sunday", by: "aki", hours: 1)], comments: ["4": []])
        desk.press(.enter)
        let fetch = desk.board.store.beginFetch()
        desk.board.store.confirm(
            (1...count).map { number in
                // Replies among them, so that the order is that of threads.
                let parent = number.isMultiple(of: 5) ? number - 1 : nil
                return .record(
                    Album.comment(
                        1_000_000 + number, "Comment \(number % 10) of those that are as long as comments are.",
                        by: "aki",
                        minutes: 10, under: parent.map { 1_000_000 + $0 }))
            }, from: fetch)
        desk.settle()
        return desk
    }

    /// What handling the key and drawing what comes of it allocates.
    private func cost(of key: Key, at desk: Desk) -> Cost {
        let before = desk.draw()
        let start = rakkan_allocations()
        _ = desk.screen.press(key, desk.client)
        _ = desk.client.update()
        let after = desk.screen.draw(desk.client, size: desk.size)
        let end = rakkan_allocations()
        return Cost(allocations: end - start, cells: zip(before.cells, after.cells).count { $0 != $1 })
    }

    private static let isCounting = rakkan_allocations() >= 0

    @Test("A key costs the same in a thousand comments and in a hundred thousand", .enabled(if: isCounting))
    func keysCostTheSameHoweverLongTheThreadIs() throws {
        let keys: [Key] = [
            .text("g"), .pageDown, .text("j"), .text("j"), .pageDown, .text("j"), .text("G"), .pageUp, .text("k"),
            .pageDown, .text("j"), .text("k"), .pageUp, .pageUp, .text("j"), .pageDown,
        ]
        let (short, long) = (try desk(1_000), try desk(100_000))
        for round in 1...2 {
            for (index, key) in keys.enumerated() {
                let (few, many) = (cost(of: key, at: short), cost(of: key, at: long))
                // In the first round some things are made that are kept.
                guard round > 1 else { continue }
                #expect(few.cells == many.cells, "\(key), key \(index + 1)")
                #expect(few.allocations == many.allocations, "\(key), key \(index + 1)")
                #expect(few.allocations > 0)
            }
        }
    }
}
