import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

extension ClientLines {
    /// Takes a line that a person has typed, or that came from a script.
    ///
    /// - Returns: What the program is to do.
    package func read(_ line: String, _ client: ClientPresenter) -> [Command] {
        beginWord()
        take(line, client)
        return look(client)
    }

    private func take(_ line: String, _ client: ClientPresenter) {
        switch asking {
        case .name(let mode):
            let name = line.filter { !$0.isNewline }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            asking = name.isEmpty ? nil : .password(mode, name: name)
            if name.isEmpty { complain("a name is needed: nothing was done") }
            return
        case .password(let mode, let name):
            asking = nil
            return submit(mode, name, line, client)
        case .token, .terms: return answerDemand(line, client)
        case nil: break
        }
        if composing != nil { return compose(line, client) }
        if let question = asked {
            if let answer = question.answer(line.filter { !$0.isWhitespace }) {
                return reply(answer, to: question, client)
            }
            // Whoever says something else has not said yes.
            forgetQuestion()
            client.closePanels()
            say("not done")
        }
        do throws(WordMistake) {
            guard let word = try Word.read(line) else { return }
            // What was to be listed without being asked is asked for now.
            if word == .posts { forgetGreeting() }
            guard isReady(word, client) else {
                (held, heldLine) = (word, line)
                return
            }
            perform(word, client)
        } catch {
            switch error {
            case .unknown(let word): complain("there is no word “\(word)”: help lists them")
            case .usage(let usage): complain("it is: \(usage)")
            }
        }
    }

    private func reply(_ answer: Answer, to question: Question, _ client: ClientPresenter) {
        forgetQuestion()
        switch (question, answer) {
        case (.deleteComment, .yes), (.deletePost, .yes): takesAway = "deleted"
        case (.discard, .yes): takesAway = "discarded"
        case (.signOut, .yes), (.signOut, .keep), (.discardAtSignOut, .yes): awaitsSignOut = true
        case (.signOut, .discard): break
        case (_, .no), (_, .keep), (_, .discard), (.notSentYet, .yes): say("not done")
        }
        want(.answer(answer), client)
        // A text that goes for good is asked about once more.
        let asksAgain = client.focus == .discardQuestion
        if case (.signOut, .discard) = (question, answer), !asksAgain { awaitsSignOut = true }
        if !asksAgain { client.closePanels() }
    }

    private func submit(
        _ mode: SignInPresenter.Mode, _ name: String, _ password: String, _ client: ClientPresenter
    ) {
        client.closePanels()
        client.openForm(mode, name: name, reason: .asked)
        want(.text(.type(password)), client)
        want(.send, client)
    }

    /// A form whose request has ended: it goes on if the place wants more than it had, and is over else.
    func askForMore(_ form: SignInModel, _ client: ClientPresenter) {
        switch asking {
        case .token, .terms: return
        case .name, .password, nil: break
        }
        guard let wanted = form.wanted else {
            if let ending = form.ending { complain(ending.raw) }
            return client.closePanels()
        }
        // That more is wanted is no mistake of anyone's.
        if let ending = form.ending {
            if form.progress?.phase == .failed { complain(ending.raw) } else { say(ending.raw) }
        }
        ask(for: wanted, of: form)
    }

    private func ask(for wanted: SignInPresenter.Field, of form: SignInModel) {
        asking = wanted == .token ? .token : .terms
        guard wanted == .terms else { return }
        for terms in form.terms?.terms ?? [] {
            let address = terms.address.raw
            say("terms: \(terms.name.raw)\(address.isEmpty ? "" : ", \(address)")")
        }
    }

    private func answerDemand(_ line: String, _ client: ClientPresenter) {
        let asked = asking
        asking = nil
        func leave(_ sentence: String) {
            client.closePanels()
            complain(sentence)
        }
        if case .token = asked {
            guard line.contains(where: { !$0.isWhitespace }) else {
                return leave("a token is needed: nothing was done")
            }
            want(.text(.change(.clear)), client)
            want(.text(.type(line)), client)
        } else {
            guard ["yes", "y"].contains(line.lowercased().filter({ !$0.isWhitespace })) else {
                return leave("not agreed to: no account was made")
            }
            want(.text(.type(" ")), client)
        }
        // Enter goes from field to field, over what was agreed to before.
        while let form = client.frame(FrameRequest(rows: 1)).signIn, !form.isRunning {
            let isLast = form.field == form.lastField
            want(.send, client)
            guard !isLast, let now = client.frame(FrameRequest(rows: 1)).signIn else { break }
            if let next = now.wanted { return ask(for: next, of: now) }
        }
    }

    // MARK: Texts in lines

    /// One line of a text, or what ends it.
    private func compose(_ line: String, _ client: ClientPresenter) {
        guard var state = composing else { return }
        switch line {
        case "." where !(state.replaces && state.isUntouched) && hasNoText(client):
            // In a script what follows is no text either.
            composing = nil
            complain("not sent: there is nothing in it")
            want(.back, client)
        case ".":
            if state.replaces, state.isUntouched {
                composing = nil
                say("it stays as it is")
                return want(.back, client)
            }
            replaced = state.replaced
            sends = true
            want(.send, client)
            showWritten(client)
        case ".q":
            composing = nil
            say(frame.composer?.buffer.text.isEmpty == false ? "kept as a draft" : "nothing was written")
            want(.back, client)
        case ".c":
            want(.text(.change(.clear)), client)
            state.isUntouched = false
            composing = state
            say("begun anew")
        default:
            if state.replaces, state.isUntouched { want(.text(.change(.clear)), client) }
            let hasText = client.composedText?.text.isEmpty == false
            // A line that begins with a dot is typed with two.
            want(
                .text(.paste((hasText ? "\n" : "") + (line.hasPrefix("..") ? String(line.dropFirst()) : line))), client)
            state.isUntouched = false
            composing = state
        }
    }

    private func hasNoText(_ client: ClientPresenter) -> Bool {
        client.composedText?.text.allSatisfy(\.isWhitespace) ?? true
    }

    /// The composer has opened, has closed, or says something.
    func tellComposer(_ client: ClientPresenter) {
        guard let composer = frame.composer, frame.focus == .composer else {
            if frame.composer == nil { composing = nil }
            return
        }
        if composing != nil {
            // That it is too long is said when it begins to be, and at each try to send it.
            let isOver = composer.room?.isOver ?? false
            let isTold = isOver && wasOver && !sends && composer.hint == nil
            if let refusal = composer.refusal, refusal != lastRefusal || sends, !isTold { complain(refusal) }
            (lastRefusal, wasOver, sends) = (composer.refusal, isOver, false)
            return
        }
        (lastRefusal, wasOver, sends) = (nil, false, false)
        guard opensText else {
            // What was discarded comes back with its text; what the waiting way has had refused was said in one line.
            if let refusal = composer.refusal { complain(refusal) } else { say("its text is kept as a draft") }
            return want(.back, client)
        }
        let text = composer.buffer.text
        if let remark = composer.remark { say(remark) }
        composing = Composing(replaces: composer.isEdit && !text.isEmpty, replaced: replaced)
        if !text.isEmpty {
            say(composer.isEdit ? "it reads:" : "your draft:")
            say(paper.indented(UntrustedText(text)))
        }
        let first = composer.target.hasTitle ? "The first line is the title. " : ""
        let place =
            text.isEmpty ? "" : composer.isEdit ? "What you type takes its place. " : "What you type follows it. "
        say("\(first)\(place)A line with a dot sends the \(composer.name), .q keeps it as a draft, .c begins anew.")
    }

    // MARK: Leaving

    /// Ctrl-C: nothing is asked or waited for any more; where nothing is, it leaves.
    package func interrupt(_ client: ClientPresenter) -> [Command] {
        beginWord()
        awaitsSignOut = false
        if frame.signIn?.isRunning == true || frame.focus == .waiting {
            want(.back, client)
        } else if asking != nil {
            asking = nil
            client.closePanels()
            say("not done")
        } else if held != nil || listsNext || awaitsRooms {
            (held, listsNext, awaitsRooms) = (nil, false, false)
            forgetGreeting()
            say(heldLine.map { "not waited for: \($0)" } ?? "not waited for")
            heldLine = nil
        } else {
            return end(client)
        }
        return look(client)
    }

    /// What was said waits for a list, and one wants to leave. A comment needs none; of all else the words are said once
    /// more, so that nothing that was typed is gone in silence.
    func giveUpWaiting(_ client: ClientPresenter) {
        guard let word = held else { return }
        let line = heldLine
        (held, heldLine) = (nil, nil)
        if case .comment(let text?) = word, client.openedPost != nil, client.account.session != nil {
            beginWord()
            let (commands, refused) = client.handle(.item(.comment), writing: text)
            want(commands)
            guard let refusal = refused?.refusal else { return }
            complain(refusal)
        }
        if let line { complain("not done: \(line)") }
    }

    /// The last line was read, or one wants to leave: what is being written is kept.
    package func end(_ client: ClientPresenter) -> [Command] {
        // Somebody who meant yes has not said it.
        if asking != nil {
            complain("not done: \(prompt.meaning) did not come")
            client.closePanels()
        }
        if asked != nil {
            complain("not done: the question has no answer")
            forgetQuestion()
            client.closePanels()
        }
        giveUpWaiting(client)
        (asking, listsNext, awaitsRooms) = (nil, false, false)
        forgetGreeting()
        if composing != nil {
            composing = nil
            if client.composedText?.text.isEmpty == false { say("what you were writing is kept as a draft") }
            want(.back, client)
        }
        want(.app(.quit), client)
        return look(client)
    }
}
