import CommentPresenters
import Comments
import TerminalUI

/// Two things that one key would do in one place.
package struct KeyConflict: Hashable, Sendable {
    package let key: Key
    /// The names of the two, as the configuration has them; what the user did not move stands second.
    package let actions: [String]
    /// Where.
    let place: Focus

    package var placeName: String { KeyTable.name(of: place) }
}

extension KeyTable {
    /// The names that keys can be given to, in the order of the table.
    package static let actions: [String] = {
        var found: [String] = []
        for binding in bindings where !binding.isFixed {
            if let action = binding.meaning.action, !found.contains(action) { found.append(action) }
        }
        return found
    }()

    /// The table with keys of the user's own: they take the place of those that come with it, wherever these have a
    /// meaning. Where text is typed a letter is text: there only the other keys count, and if there are none, those that
    /// come with it stay.
    ///
    /// An action whose keys mean something else already keeps those that come with it; ``conflicts`` tells.
    ///
    /// - Parameter own: by the names of ``actions``.
    package init(own: [String: [Key]]) {
        var own = own
        var conflicts: [KeyConflict] = []
        while true {
            let bindings = Self.rebound(own)
            let found = Self.conflicts(in: bindings, own)
            guard !found.isEmpty else {
                self.init(bindings: bindings, conflicts: conflicts, isRebound: !own.isEmpty)
                return
            }
            // Each round takes one back at least, and without any there is no conflict.
            conflicts += found
            for conflict in found { for action in conflict.actions { own[action] = nil } }
        }
    }

    /// The keys that an action has anywhere, each once, in the order of the table.
    package func keys(of action: String) -> [Key] {
        var keys: [Key] = []
        for key in uses(of: action).flatMap(\.keys) where !keys.contains(key) { keys.append(key) }
        return keys
    }

    /// What an action does; where that is not the same everywhere, with the places.
    package func words(of action: String) -> String {
        var words: [(words: String, places: [Focus])] = []
        for use in uses(of: action) {
            if let index = words.firstIndex(where: { $0.words == use.words }) {
                words[index].places += use.places
            } else {
                words.append((use.words, use.places))
            }
        }
        guard words.count > 1 else { return words.first?.words ?? "" }
        return words.map { "\($0.places.map(Self.name(of:)).joined(separator: ", ")): \($0.words)" }
            .joined(separator: ". ")
    }

    private func uses(of action: String) -> [Binding] {
        bindings.filter { !$0.isFixed && $0.meaning.action == action }
    }

    /// Whether it has a meaning only where text is typed, so that a letter can't be its key.
    package static func isForText(_ action: String) -> Bool {
        standard.uses(of: action).allSatisfy { $0.places.allSatisfy(takesText) }
    }

    private static func rebound(_ own: [String: [Key]]) -> [Binding] {
        var covered: Set<Covered> = []
        return bindings.flatMap { binding -> [Binding] in
            guard !binding.isFixed, let action = binding.meaning.action, let keys = own[action] else {
                return [binding]
            }
            let places = binding.places.filter { covered.insert(Covered(action: action, place: $0)).inserted }
            let typing = keys.filter { if case .text = $0 { false } else { true } }
            // With its own keys it is another binding where there is no typing, and where there is.
            var lists = binding
            lists.places = places.filter { !takesText($0) }
            lists.keys = keys
            var texts = binding
            texts.places = typing.isEmpty ? binding.places.filter(takesText) : places.filter(takesText)
            if !typing.isEmpty { texts.keys = typing }
            return [lists, texts].filter { !$0.places.isEmpty }
        }
    }

    private struct Covered: Hashable {
        let action: String
        let place: Focus
    }

    private static func conflicts(in bindings: [Binding], _ own: [String: [Key]]) -> [KeyConflict] {
        var found: [KeyConflict] = []
        for place in Focus.allCases {
            var seen: [Key: Binding] = [:]
            for binding in bindings where binding.places.contains(place) {
                for key in binding.keys {
                    guard let other = seen[key], other.meaning != binding.meaning else {
                        seen[key] = binding
                        continue
                    }
                    let actions = [other, binding].map { $0.meaning.action ?? $0.words }
                        .sorted { own[$0] != nil && own[$1] == nil }
                    if !found.contains(where: { $0.key == key && $0.actions == actions }) {
                        found.append(KeyConflict(key: key, actions: actions, place: place))
                    }
                }
            }
        }
        return found
    }
}

extension KeyTable.Binding {
    /// What always works, so that no configuration can lock anyone in: Ctrl-C, the answers to questions, and the keys that
    /// close help and what only has to be acknowledged.
    var isFixed: Bool {
        switch meaning {
        case .intent(.app(.quit)): places.count == Focus.allCases.count
        case .intent(.answer): true
        case .intent(.back): places == [.help] || places == [.notSentYet]
        case .intent, .page: meaning.action == nil
        }
    }
}

extension KeyTable {
    /// One of our sentences with the keys as they are now. It says the keys that come with the table, each where a part of
    /// it begins: "not sent: Enter retries, x discards". What it quotes of others stays as it is, if it is set apart
    /// (``Swift/String/setApart``).
    package func rewritten(_ sentence: String, in place: Focus) -> String {
        guard isRebound else { return sentence }
        var result = ""
        var rest = sentence[...]
        while !rest.isEmpty {
            let word = rest.prefix { $0 != " " && $0 != String.apart.first }
            result += name(insteadOf: String(word), in: place) ?? String(word)
            rest = rest.dropFirst(word.count)
            // The rest of this part, with what ends it.
            let end = Self.endOfPart(rest)
            result += rest[..<end]
            rest = rest[end...]
        }
        return result
    }

    private static func endOfPart(_ rest: Substring) -> Substring.Index {
        var index = rest.startIndex
        while index < rest.endIndex {
            let here = rest[index...]
            if here.first == String.apart.first {
                index = here.firstIndex(of: String.apart.last) ?? rest.endIndex
            } else if let separator = separators.first(where: here.hasPrefix) {
                return rest.index(index, offsetBy: separator.count)
            }
            if index < rest.endIndex { index = rest.index(after: index) }
        }
        return rest.endIndex
    }

    private static let separators = [" · ", ": ", ", ", "; ", ". "]

    /// The key that does now what the key of this name does as it comes; nil if there is no such key there.
    private func name(insteadOf name: String, in place: Focus) -> String? {
        let usual = Self.bindings.first { $0.places.contains(place) && $0.keys.contains { $0.name == name } }
        return usual.flatMap { usual in
            bindings.first { $0.places.contains(place) && $0.meaning == usual.meaning }?.keys.first?.name
        }
    }
}
