import CVterm

/// What a terminal shows after the bytes that it was given: libvterm's judgement.
package final class Screen {
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let modes: UnsafeMutablePointer<cvterm_modes>
    private let answers: Answers
    package private(set) var size: TerminalSize

    /// What the terminal itself sends: answers to questions, and keys in the form that its modes ask for.
    private final class Answers {
        var bytes: [UInt8] = []
    }

    package init(size: TerminalSize) {
        // Of no size at all is what some ssh clients say of a window that has one.
        let size = size == TerminalSize(0, 0) ? .usual : size
        self.size = size
        guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
            let screen = vterm_obtain_screen(terminal)
        else { preconditionFailure("libvterm fails only without memory") }
        self.terminal = terminal
        self.screen = screen
        modes = .allocate(capacity: 1)
        answers = Answers()
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        cvterm_follow(screen, modes)
        vterm_output_set_callback(
            terminal,
            { bytes, count, user in
                guard let bytes, let user else { return }
                let answers = Unmanaged<Answers>.fromOpaque(user).takeUnretainedValue()
                bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
                    answers.bytes += UnsafeBufferPointer(start: $0, count: count)
                }
            }, Unmanaged.passUnretained(answers).toOpaque())
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        modes.deallocate()
    }

    /// The library's own number.
    package static let libraryVersion = "\(VTERM_VERSION_MAJOR).\(VTERM_VERSION_MINOR)"

    package func write(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        bytes.withUnsafeBytes { raw in
            guard let base = raw.bindMemory(to: CChar.self).baseAddress else { return }
            vterm_input_write(terminal, base, raw.count)
        }
    }

    package func resize(to size: TerminalSize) {
        let size = size == TerminalSize(0, 0) ? .usual : size
        self.size = size
        vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
    }

    /// For those who read cells.
    var source: OpaquePointer { screen }

    // MARK: What is on it

    /// Each row's text, without the blanks at its end.
    package var rows: [String] {
        (0..<size.rows).map(row)
    }

    package func row(_ row: Int) -> String {
        let area = VTermRect(
            start_row: Int32(row), end_row: Int32(row) + 1, start_col: 0, end_col: Int32(size.columns))
        let limit = size.columns * Int(VTERM_MAX_CHARS_PER_CELL) * 4 + 1
        let text = String(unsafeUninitializedCapacity: limit) { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                vterm_screen_get_text(screen, $0.baseAddress, limit, area)
            }
        }
        return String(text.reversed().drop { $0 == " " || $0 == "\0" }.reversed())
    }

    package var text: String { rows.joined(separator: "\n") }

    /// The index of the first row that holds `text`.
    package func rowIndex(of text: String) -> Int? { rows.firstIndex { $0.contains(text) } }

    package func contains(_ text: String) -> Bool { rowIndex(of: text) != nil }

    /// The first row that holds `text`.
    package func row(with text: String) -> String? { rows.first { $0.contains(text) } }

    package func look(row: Int, column: Int) -> cvterm_look {
        cvterm_look_at(screen, Int32(row), Int32(column))
    }

    package var cursor: (row: Int, column: Int) {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return (Int(position.row), Int(position.col))
    }

    // MARK: Modes

    package var isAlternate: Bool { modes.pointee.alternate_screen != 0 }
    package var isCursorVisible: Bool { modes.pointee.cursor_visible != 0 }
    package var isMouseOn: Bool { modes.pointee.mouse != 0 }
    package var bells: Int { Int(modes.pointee.bells) }
    /// libvterm tells it only by what it would send around a paste.
    package var isBracketedPasteOn: Bool { !answered { vterm_keyboard_start_paste($0) }.isEmpty }

    /// Whether a line feed in the last row moves all rows: no part of them is left to scroll by itself. Asked as programs
    /// ask (DECRQSS).
    package var scrollsAsAWhole: Bool {
        let answer = answered { terminal in
            let question = Array("\u{1B}P$qr\u{1B}\\".utf8CString.dropLast())
            vterm_input_write(terminal, question, question.count)
        }
        return String(decoding: answer, as: UTF8.self).contains("1$r1;\(size.rows)r")
    }

    /// The bytes that are due to the program: answers to its questions.
    package func takeAnswers() -> [UInt8] {
        defer { answers.bytes = [] }
        return answers.bytes
    }

    /// The bytes that the terminal sends for what `act` does with it, in its present modes.
    func answered(_ act: (OpaquePointer) -> Void) -> [UInt8] {
        let before = takeAnswers()
        defer { answers.bytes = before }
        act(terminal)
        return answers.bytes
    }
}

extension Screen: CustomStringConvertible {
    /// The screen in a frame, with its cursor and modes: what a failed test shows.
    package var description: String {
        let rule = String(repeating: "─", count: size.columns)
        let lines = rows.map { "│\($0)" }
        let state = [
            "cursor \(cursor.row),\(cursor.column)", isCursorVisible ? "shown" : "hidden",
            isAlternate ? "alternate screen" : "main screen", isBracketedPasteOn ? "paste brackets" : nil,
            isMouseOn ? "mouse" : nil,
        ]
        return (["┌\(rule)"] + lines + ["└\(rule)", state.compactMap { $0 }.joined(separator: ", ")])
            .joined(separator: "\n")
    }
}
