import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// The columns of tmux. It runs with the end-to-end tests, for it needs a terminal; the name says so to the Makefile.
@Suite(.enabled(if: Tmux.isInstalled, "there is no tmux")) struct TmuxWidthEndToEndTests {
    @Test func thePageSaysWhatTmuxDraws() throws {
        let tmux = try Tmux()
        var table = WidthTable()
        try table.measure(tmux: tmux.cells, version: tmux.version)
        if ProcessInfo.processInfo.environment["RAKKAN_RECORD"] != nil {
            try Data(table.markdown.utf8).write(to: URL(filePath: WidthTableTests.page))
            return
        }
        let page = try String(contentsOfFile: WidthTableTests.page, encoding: .utf8)
        // Another version may draw otherwise: then the page is about that one.
        guard page.contains("tmux \(tmux.version),") else { return }
        expectSame(table.markdown, page)
    }
}

/// A tmux server of this test's own, whose one pane is asked where its cursor is.
private final class Tmux {
    static let path = "/usr/bin/tmux"
    static var isInstalled: Bool { access(path, X_OK) == 0 }

    let version: String
    private let scratch: Scratch
    private let session: TerminalSession
    private let pane: Int32

    init() throws {
        let scratch = try Scratch()
        self.scratch = scratch
        let environment = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TMUX_TMPDIR": scratch.path]
        func command(_ arguments: String...) throws -> String {
            let result = try Command.run(Program(Self.path, ["-f", "/dev/null"] + arguments, environment: environment))
            return result.output.trimmingPrefix("tmux ").split(separator: "\n").first.map(String.init) ?? ""
        }
        version = try command("-V")
        session = try TerminalSession(
            Program(
                Self.path, ["-f", "/dev/null", "new-session", "printf ready; exec sleep 600"], environment: environment)
        )
        try session.waitFor("ready")
        let tty = try command("display-message", "-p", "#{pane_tty}")
        pane = open(tty, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(pane >= 0, "the pane's terminal is \(tty)")
        var settings = termios()
        tcgetattr(pane, &settings)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(pane, TCSANOW, &settings)
    }

    deinit {
        close(pane)
        // Ends with its only client's terminal and pane.
        session.send("\u{2}&y")
        session.closeTerminal()
    }

    func cells(_ text: String) throws -> Int? {
        let question = Array("\r\u{1B}[K\(text)\u{1B}[6n".utf8)
        guard write(pane, question, question.count) == question.count else { return nil }
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "R") {
            var request = [pollfd(fd: pane, events: Int16(POLLIN), revents: 0)]
            guard poll(&request, 1, 10_000) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(pane, &bytes, bytes.count)
            guard count > 0 else { return nil }
            answer += bytes.prefix(count)
            // Its own screen is written meanwhile.
            session.receive()
        }
        let column = String(decoding: answer, as: UTF8.self).split(separator: ";").last?.dropLast()
        return column.flatMap { Int($0) }.map { $0 - 1 }
    }
}
