import CommentLines
import CommentPresenters
import Comments
import CursesTerminal
import Glibc
import OptimisticState
import TerminalUI

/// The client in lines: words in, one line out for each change of state, nothing redrawn and no escape sequence ever.
///
/// The terminal stays as it is, so that a person types as in any other program that reads lines; so a line of news can't
/// know what has been typed. It goes on a line of its own, and the prompt is printed again behind it.
final class LineFace: Face {
    private let terminal: LineTerminal
    private let isASCII: Bool
    private var lines: ClientLines?
    private var buffer: LineBuffer
    private var isAtEnd = false
    private var hasEnded = false
    /// What was asked for last on a line that has not ended yet; nil if the cursor stands in the first column.
    private var openPrompt: ClientLines.Prompt?

    init(_ options: Options, wake: Int32) {
        terminal = LineTerminal(
            wake: wake, patience: options.visit.map { Int32(clamping: $0.idle.components.seconds * 1_000) } ?? -1)
        isASCII = options.isASCII
        buffer = LineBuffer(longest: options.visit == nil ? 1 << 20 : Visit.longestDraft)
    }

    var opensForms: Bool { false }
    var demoBanner: String {
        "Try: open 1, favourite 2, comment Hello. network bad dials the network, retry all sends what failed."
    }

    func begin(_ client: Client) {
        let texts: Repertoire = terminal.isUTF8 ? .unicode : .ascii
        let lines = ClientLines(client.presenter, words: isASCII ? .ascii : texts, texts: texts)
        self.lines = lines
        if client.options.isWaiting { client.presenter.switchWay() }
        client.perform(lines.begin(client.presenter))
    }

    // MARK: Lines in

    /// A line that can't be understood yet stays where it is, and what follows it in the pipe. What a person says may be
    /// that it is enough.
    var inputDescriptor: Int32? {
        isAtEnd || buffer.hasLine() || !terminal.isInteractive && lines?.takesLine != true ? nil : terminal.input
    }

    func readInput(_ client: Client) {
        switch terminal.read() {
        case .bytes(let bytes): buffer.append(bytes)
        case .end:
            isAtEnd = true
            // Half a password is none.
            if terminal.isInteractive, lines?.prompt == .password { buffer.clear() }
            buffer.end()
        case .gone: client.lose()
        }
        takeLines(client)
    }

    /// Does what was read, as far as it can be done now.
    private func takeLines(_ client: Client) {
        guard let lines else { return }
        while isHeard(by: lines, client), !client.isGone, let line = buffer.next() {
            // What follows `quit` in a script is not meant for what is being sent meanwhile.
            if client.isLeaving, !terminal.isInteractive { continue }
            if terminal.isInteractive { openPrompt = nil }
            terminal.hidesInput = false
            let isGoingOn = client.act { presenter in
                switch line {
                case .text(let text): return lines.read(text, presenter)
                case .tooLong:
                    lines.tell("that line was too long: nothing of it was taken")
                    return []
                }
            }
            guard isGoingOn else { return }
            print(client)
        }
        if isAtEnd, !hasEnded, isHeard(by: lines, client), !buffer.hasLine() {
            hasEnded = true
            if !client.isLeaving { _ = client.act(lines.end) }
        }
    }

    /// Whether the next line, or the end, is for now.
    private func isHeard(by lines: ClientLines, _ client: Client) -> Bool {
        guard terminal.isInteractive else { return lines.takesLine && !lines.isGreeting(client.presenter) }
        if lines.takesLine { return true }
        guard let next = buffer.peek() else { return isAtEnd }
        if case .text(let text) = next { return lines.isUrgent(text) }
        return false
    }

    func press(_ keys: [Key], _ client: Client) {}
    var nextDeadline: Timestamp? { nil }
    func passTime(_ client: Client) {}

    // MARK: Lines out

    var nextChange: Timestamp? { lines?.nextChange }
    var shownText: String { "" }

    func show(_ client: Client) {
        guard let lines else { return }
        client.perform(lines.look(client.presenter))
        takeLines(client)
        print(client)
    }

    private func print(_ client: Client) {
        guard let lines else { return }
        var text = ""
        for line in lines.takeLines() { text += line.string + "\n" }
        // What was typed ahead is read first: the cursor would stand behind a prompt, and its Enter before it.
        let isWanted = (lines.takesLine || lines.isSlow) && !client.isLeaving && !isAtEnd && terminal.isInteractive
        let prompt = isWanted && !buffer.hasLine() && !terminal.hasInput ? lines.prompt : nil
        if !text.isEmpty || prompt != openPrompt && prompt != nil, openPrompt != nil {
            text = "\n" + text
            openPrompt = nil
        }
        terminal.hidesInput = isWanted && lines.prompt == .password
        if let prompt, openPrompt == nil {
            text += prompt.text
            openPrompt = prompt
        }
        if !text.isEmpty, !terminal.write(text) { client.lose() }
    }

    // MARK: The terminal

    func takeSignals() -> Signals { terminal.takeSignals() }

    func interrupt(_ client: Client) -> Bool {
        guard let lines else { return false }
        // What was typed in this line is gone: the terminal has thrown it away.
        buffer.clear()
        _ = client.act(terminal.isInteractive ? lines.interrupt : lines.end)
        return true
    }

    func resize() {}
    func redraw() {}
    func copy(_ text: String) {}
    func leave() {}

    func resume() { openPrompt = nil }

    func suspend() {
        terminal.suspend()
        openPrompt = nil
    }

    func stop() { terminal.suspend() }

    func end() {
        if openPrompt != nil { _ = terminal.write("\n") }
        openPrompt = nil
        terminal.end()
    }

    /// What a script is told: whether everything that was said is where it was to go.
    func status(_ client: Client) -> Int32 {
        guard client.demo?.folder == nil else { return done }
        let (states, isUnsaved) = client.work.account.store.read {
            ($0.outbox.map(\.loadingState), $0.hasUnsavedChanges)
        }
        if isUnsaved { return ExitStatus.failed }
        guard !states.isEmpty else { return done }
        if states.contains(.loading(.needsSignIn)) { return ExitStatus.needsSignIn }
        let hasFailed = states.contains { if case .failure = $0 { true } else { false } }
        return hasFailed ? ExitStatus.failed : ExitStatus.queued
    }

    /// A mistake that a person makes is told and over; one in a script is not.
    private var done: Int32 {
        lines?.hasMistakes == true && !terminal.isInteractive ? ExitStatus.failed : ExitStatus.done
    }
}
