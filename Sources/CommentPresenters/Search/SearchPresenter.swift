import Comments
import OptimisticState

/// A search in one list: what is typed, and where it has led.
struct SearchPresenter: Sendable {
    enum List: Hashable, Sendable {
        case feed
        case post(Ref<Post>)
        case rooms

        /// Whether what is not there yet comes below.
        var goesOnDownwards: Bool {
            switch self {
            case .feed, .rooms: true
            case .post: false
            }
        }
    }

    /// The row that was selected when it began.
    enum Origin: Hashable, Sendable {
        case feed(Ref<Post>)
        case thread(ThreadRow.ID)
        case room(String)
    }

    /// How far a list had come when more of it was asked for.
    enum Extent: Hashable, Sendable {
        case place(Place?)
        case findings(Int)
    }

    enum Finding: Hashable, Sendable {
        /// Nothing was looked for yet, or it was found.
        case nothing, found
        /// It was found after going round: behind the last row comes the first.
        case foundFromFirst, foundFromLast
        case missing
        /// It is looked for in what is being read.
        case reading
    }

    let list: List
    /// Nil once the user has gone elsewhere: then the end of the search leads nowhere.
    var origin: Origin?
    private(set) var buffer = TextBuffer()
    private(set) var pattern: TextPattern?
    var finding = Finding.nothing
    /// Whether the pattern is still being typed.
    var isTyping = true
    /// How far the list went when more was asked for, and the direction in which the search goes on then.
    var waits: (extent: Extent, isBackwards: Bool)?

    init(_ list: List, origin: Origin?) {
        self.list = list
        self.origin = origin
    }

    /// Types, or changes what was typed.
    ///
    /// - Returns: Whether it has to be looked for anew.
    mutating func edit(_ change: (inout TextBuffer) -> Void) -> Bool {
        let before = pattern
        change(&buffer)
        pattern = TextPattern(buffer.text)
        waits = nil
        guard pattern != before else { return false }
        // What has no place has none with more letters either.
        if let before, let pattern, finding == .missing, pattern.narrows(before) { return false }
        return true
    }

    /// The user goes elsewhere: its end leads nowhere any more, and what is still being read does not either.
    mutating func leave() {
        origin = nil
        waits = nil
        if finding == .reading { finding = .nothing }
    }

    func model(hasOlder: Bool) -> SearchModel {
        SearchModel(
            text: UntrustedText(buffer.text), head: UntrustedText(buffer.head), isTyping: isTyping, finding: said,
            hasOlder: hasOlder, isOfRooms: list == .rooms)
    }

    private var said: SearchModel.Finding {
        switch finding {
        case .nothing, .found: .found
        case .foundFromFirst: .foundFromFirst
        case .foundFromLast: .foundFromLast
        case .missing: .missing
        case .reading: .reading
        }
    }
}

/// What a screen shows of a search, beside the marked hits.
package struct SearchModel: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        case found
        /// The search went on from the other end of the list.
        case foundFromFirst, foundFromLast
        case missing
        /// Older ones are being read and looked through.
        case reading
    }
    package let text: UntrustedText
    /// The part of it before the cursor.
    package let head: UntrustedText
    package let isTyping: Bool
    package let finding: Finding
    /// There are older ones that were not read, and so not searched.
    package let hasOlder: Bool
    /// Of rooms it is the server's directory that has more.
    package let isOfRooms: Bool
}

/// Looks through a list once round, beginning anywhere.
enum Round {
    /// So many rows are looked at in one piece.
    private static let piece = 256

    /// The nearest hit at or behind `start`, or (backwards) at or before it; behind the end comes the beginning.
    ///
    /// - Parameter hits: The places of the hits in a stretch of the list, in order.
    static func nearest(
        to start: Int, isBackwards: Bool, count: Int, hits: (Range<Int>) -> [Int]
    ) -> (place: Int, isRound: Bool)? {
        let start = min(max(isBackwards ? -1 : 0, start), isBackwards ? count - 1 : count)
        let (near, far) =
            isBackwards ? (0..<start + 1, start + 1..<count) : (start..<count, 0..<start)
        if let place = first(in: near, isBackwards: isBackwards, hits: hits) { return (place, false) }
        return first(in: far, isBackwards: isBackwards, hits: hits).map { ($0, true) }
    }

    private static func first(in range: Range<Int>, isBackwards: Bool, hits: (Range<Int>) -> [Int]) -> Int? {
        var rest = range
        while !rest.isEmpty {
            if isBackwards {
                let stretch = max(rest.lowerBound, rest.upperBound - piece)..<rest.upperBound
                if let place = hits(stretch).last { return place }
                rest = rest.lowerBound..<stretch.lowerBound
            } else {
                let stretch = rest.lowerBound..<min(rest.upperBound, rest.lowerBound + piece)
                if let place = hits(stretch).first { return place }
                rest = stretch.upperBound..<rest.upperBound
            }
        }
        return nil
    }
}
