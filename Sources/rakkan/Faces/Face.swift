import CommentPresenters
import CursesTerminal
import OptimisticState
import TerminalUI

/// What a person sees of the client, and acts on it with: a screen, or lines. Of the main thread.
protocol Face: AnyObject {
    /// Whether it opens a form by itself where one is needed: at the first start, and when a session has ended.
    var opensForms: Bool { get }
    /// What the demo says first.
    var demoBanner: String { get }

    /// Everything is there, and the loop is about to begin.
    func begin(_ client: Client)
    /// What the loop waits for; nil while nothing is wanted from there.
    var inputDescriptor: Int32? { get }
    /// Reads what is there, and has it done.
    func readInput(_ client: Client)
    /// Does what a script presses.
    func press(_ keys: [Key], _ client: Client)
    /// When ``passTime(_:)`` is due.
    var nextDeadline: Timestamp? { get }
    func passTime(_ client: Client)
    /// When it reads differently although nothing has happened.
    var nextChange: Timestamp? { get }
    /// Shows what there is to see now.
    func show(_ client: Client)
    /// What it shows, as text.
    var shownText: String { get }

    func takeSignals() -> Signals
    /// Ctrl-C, where it comes as a signal.
    ///
    /// - Returns: false if it is to end the client as the other signals do.
    func interrupt(_ client: Client) -> Bool
    func resize()
    func redraw()
    func copy(_ text: String)

    /// Hands the terminal to an editor, and takes it back.
    func leave()
    func resume()
    /// Stops as Ctrl-Z does, and comes back.
    func suspend()
    /// Stops while an editor has the terminal.
    func stop()
    /// Leaves for good: what is said afterwards is said below.
    func end()
    /// What the client ends with if nothing goes wrong.
    func status(_ client: Client) -> Int32
}
