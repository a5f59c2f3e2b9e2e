import CCurses
import Glibc
import TerminalUI

extension CursesTerminal {
    /// Brings the screen to what `canvas` says. ncurses finds the cheapest way from what is there: it has the terminal scroll
    /// whole lines where that saves bytes, also below panes that stand side by side (it then repairs the one that should
    /// have stood still: 140 to 800 bytes at 100x30 where the changed cells alone are 1,100 to 1,500).
    ///
    /// A canvas of another size than the screen's is clipped, and what it does not cover is blank.
    package func draw(_ canvas: Canvas) {
        guard isActive else { return }
        var canvas = canvas.size == size ? canvas : canvas.resized(to: size)
        if repertoire == .ascii { canvas = canvas.inASCII() }
        let window = rakkan_screen()
        var changed = 0
        for row in 0..<size.rows where shown.map({ $0.row(row) != canvas.row(row) }) ?? true {
            paint(canvas.row(row), row: row, in: window)
            changed += 1
        }
        place(canvas.cursor, in: window)
        shown = canvas
        wnoutrefresh(window)
        // Half a screen shown between two writes is a flicker; a line is not worth the bytes.
        let isLarge = changed * 3 > size.rows
        if isLarge { write(terminfo.frameStart) }
        update()
        if isLarge { write(terminfo.frameEnd) }
    }

    private func update() {
        guard !standIns.isEmpty, rakkan_capture_begin(fileno(screen.output)) else {
            doupdate()
            return
        }
        doupdate()
        var count = 0
        guard let bytes = rakkan_capture_end(&count) else { return }
        defer { free(bytes) }
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            let frame = standIns.resolve(UnsafeBufferPointer(start: bytes, count: count))
            write(frame.map { CChar(bitPattern: $0) })
        }
    }

    private func place(_ cursor: Point?, in window: UnsafeMutablePointer<WINDOW>?) {
        guard let cursor, (0..<size.columns).contains(cursor.column), (0..<size.rows).contains(cursor.row) else {
            curs_set(0)
            // Wherever the last change leaves it costs no bytes.
            leaveok(window, true)
            return
        }
        leaveok(window, false)
        wmove(window, Int32(cursor.row), Int32(cursor.column))
        curs_set(1)
    }

    private func paint(_ cells: ArraySlice<Canvas.Cell>, row: Int, in window: UnsafeMutablePointer<WINDOW>?) {
        wmove(window, Int32(row), 0)
        var run: [wchar_t] = []
        var runLook: Look?
        func flush() {
            guard let look = runLook, !run.isEmpty else { return }
            wattr_set(window, look.attributes, look.pair, nil)
            // ERR in the last cell of the screen, which is written all the same.
            waddnwstr(window, run, Int32(run.count))
            run.removeAll(keepingCapacity: true)
        }
        let looks = palette.looks(of: cells)
        for (index, look) in zip(cells.indices, looks) where !cells[index].isContinuation {
            if look != runLook {
                flush()
                runLook = look
            }
            var end = index + 1
            while end < cells.endIndex, cells[end].isContinuation { end += 1 }
            run += standIns.spelling(of: cells[index].text, cells: end - index)
        }
        flush()
    }
}
