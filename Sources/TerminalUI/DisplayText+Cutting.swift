extension DisplayText {
    /// At most `cells` wide; if something had to go, the rest ends in `ellipsis`.
    package func truncated(to cells: Int, ellipsis: DisplayText = "…") -> DisplayText {
        guard cells > 0 else { return DisplayText() }
        if fits(cells) { return self }
        let room = cells - ellipsis.width
        // Too narrow for a sign that something is missing.
        guard room >= 0 else { return prefix(cells: cells) }
        return prefix(cells: room) + ellipsis
    }

    /// The clusters that fit into the first `cells` cells.
    package func prefix(cells: Int) -> DisplayText {
        let end = cut(after: max(0, cells), from: start)
        return slice(start, end)
    }

    /// What is left behind the first `cells` cells: a cluster that stands across the border is not in it.
    package func dropping(cells: Int) -> DisplayText {
        guard cells > 0 else { return self }
        var place = cut(after: cells, from: start)
        if place.cells < cells, place.byte < utf8.endIndex { place = next(place) }
        return slice(place, finish)
    }

    /// Followed by blanks up to `cells`.
    package func padded(to cells: Int) -> DisplayText {
        let width = width
        guard cells > width else { return self }
        return self + DisplayText(utf8: ArraySlice(repeating: 32, count: cells - width), marks: nil)
    }

    /// The lines of the text; one that is empty for an empty text. None of them holds a line break.
    package func lines() -> [DisplayText] {
        var result: [DisplayText] = []
        var from = start
        var place = start
        while place.byte < utf8.endIndex {
            let after = next(place)
            if utf8[place.byte] == 10 {
                result.append(slice(from, place))
                from = after
            }
            place = after
        }
        result.append(slice(from, finish))
        return result
    }
}

/// Positions between clusters.
extension DisplayText {
    struct Place {
        var byte: Int
        /// Into `marks`; has no meaning when they are nil.
        var mark: Int
        /// The cells from where the walk began.
        var cells: Int
    }

    var start: Place { Place(byte: utf8.startIndex, mark: marks?.startIndex ?? 0, cells: 0) }
    /// Its `cells` are not counted.
    var finish: Place { Place(byte: utf8.endIndex, mark: marks?.endIndex ?? 0, cells: 0) }

    /// The place behind the cluster at `place`, which must not be the end.
    func next(_ place: Place) -> Place {
        guard let marks else { return Place(byte: place.byte + 1, mark: 0, cells: place.cells + 1) }
        let mark = marks[place.mark]
        return Place(
            byte: place.byte + Int(mark.length), mark: place.mark + 1, cells: place.cells + Int(mark.width))
    }

    func isBlank(at place: Place) -> Bool {
        // A blank that bears a mark is longer than a byte.
        utf8[place.byte] == 32 && (marks.map { $0[place.mark].length == 1 } ?? true)
    }

    func slice(_ from: Place, _ to: Place) -> DisplayText {
        DisplayText(utf8: utf8[from.byte..<to.byte], marks: marks?[from.mark..<to.mark])
    }

    /// The last place to which at most `cells` cells lead from `place`.
    func cut(after cells: Int, from place: Place, stoppingAtLineBreak: Bool = false) -> Place {
        var place = place
        place.cells = 0
        while place.byte < utf8.endIndex {
            if stoppingAtLineBreak, utf8[place.byte] == 10 { break }
            let after = next(place)
            if after.cells > cells { break }
            place = after
        }
        return place
    }

    private func fits(_ cells: Int) -> Bool {
        cut(after: cells, from: start).byte == utf8.endIndex
    }
}
