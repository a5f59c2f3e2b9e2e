import CommentPresenters
import CommentScreens
import Comments
import Configuration
import CursesTerminal
import OptimisticState
import StateFiles
import TerminalUI

/// The client on a screen of its own: keys in, cells out.
final class ScreenFace: Face {
    private let terminal: CursesTerminal
    private let screen: ClientScreen
    private let keys: KeyTable
    private let time: any Timekeeper
    private let standardError: StandardErrorGuard
    private var canvas: Canvas?

    /// Takes over the terminal as the options and the environment say.
    init(_ options: Options, home: Home, time: any Timekeeper, wake: Int32) throws(StartFailure) {
        self.time = time
        // Whatever else would be printed while the screen is ours goes into the log.
        standardError = StandardErrorGuard(home.log)
        do throws(StartFailure) {
            terminal = try Self.openTerminal(options, home: home, wake: wake)
        } catch {
            standardError.restore()
            throw error
        }
        keys = options.visit == nil ? options.configuration.keyTable : options.configuration.keyTable.withoutShell()
        // `--ascii` is about our own marks and lines: texts stay as they are where the locale can show them.
        screen = ClientScreen(
            repertoire: options.isASCII ? .ascii : terminal.repertoire, rules: terminal.widthRules, keys: keys)
    }

    private static func openTerminal(
        _ options: Options, home: Home, wake: Int32
    ) throws(StartFailure) -> CursesTerminal {
        let environment = environment()
        var setup = CursesTerminal.Options(wake: wake)
        setup.type = environment["TERM"]
        setup.theme = options.theme(environment)
        setup.hasMouse = options.hasMouse
        setup.widthRules = home.terminals.rules(for: TerminalIdentity(environment).key) ?? .standard
        if let isWide = options.configuration.ambiguousIsWide { setup.widthRules.ambiguousIsWide = isWide }
        setup.escapeDelay = KeyDecoder.escapeDelay(isRemote: environment["SSH_CONNECTION"] != nil)
        if options.visit != nil { setup.largest = Visit.largestTerminal }
        return try CursesTerminal(setup)
    }

    var opensForms: Bool { true }
    var demoBanner: String { Demo.firstLine(keys) }

    func begin(_ client: Client) {
        if client.options.isWaiting { client.presenter.switchWay() }
        let strange = terminal.standsIn.map { "this machine has no terminfo for \($0): drawn as for \(terminal.type)" }
        if let sentence = client.options.configuration.conflicts.first?.sentence ?? strange {
            client.presenter.tell(.notAsAsked(UntrustedText(sentence)))
        }
    }

    // MARK: Keys

    var inputDescriptor: Int32? { terminal.inputDescriptor }

    func readInput(_ client: Client) {
        let input = terminal.readKeys(
            now: time.now().milliseconds, expectsText: screen.expectsText(client.presenter))
        press(input.keys, client)
        if input.isEnded { client.lose() }
    }

    func press(_ keys: [Key], _ client: Client) {
        for key in keys {
            // The button that was pressed before is let go.
            if client.isLeaving, case .mouse = key { continue }
            guard client.act({ screen.press(key, $0) }) else { return }
        }
    }

    var nextDeadline: Timestamp? { terminal.deadline.map { Timestamp(milliseconds: $0) } }

    func passTime(_ client: Client) {
        let now = time.now().milliseconds
        if let deadline = terminal.deadline, deadline <= now { press(terminal.expire(now: now), client) }
    }

    // MARK: Cells

    var nextChange: Timestamp? { screen.nextChange }

    func show(_ client: Client) {
        let drawn = screen.draw(client.presenter, size: terminal.size)
        canvas = drawn
        terminal.draw(drawn)
    }

    var shownText: String { canvas?.plainText() ?? "" }

    // MARK: The terminal

    func takeSignals() -> Signals { terminal.takeSignals() }
    func interrupt(_ client: Client) -> Bool { false }
    func resize() { terminal.resize() }
    func redraw() { terminal.redraw() }
    func copy(_ text: String) { terminal.copy(text) }
    func leave() { terminal.leave() }
    func resume() { terminal.resume() }
    func suspend() { terminal.suspend() }
    func stop() { terminal.stop() }

    func end() {
        terminal.end()
        standardError.restore()
    }

    func status(_ client: Client) -> Int32 { ExitStatus.done }
}
