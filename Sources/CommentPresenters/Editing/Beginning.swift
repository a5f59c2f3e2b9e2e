import Comments
import OptimisticState

/// What a composer begins with.
enum Beginning {
    case empty
    /// The text as it is shown; a draft takes its place.
    case original(String)
    /// Texts that come back, the oldest first. They stand in front of a draft that is there, parted by empty lines.
    case returned([ReturnedText])
}

/// A text that comes back to the composer: it was discarded, or can't take the place that it was written for.
struct ReturnedText {
    let text: String
    /// Where it was being written anew. A draft that is there is newer, and comes back instead.
    var rewrite: ComposerTarget?
    /// The draft that holds this text, and that the composer takes over.
    var draftName: String?
}

extension ComposerPresenter {
    /// Opens a composer. Drafts that it has taken over are forgotten once it keeps their text itself.
    static func opened(
        _ target: ComposerTarget, with beginning: Beginning, in account: Account, longest: Int,
        drafts: any DraftKeeper
    ) -> ComposerPresenter {
        func open(_ names: [String], _ text: String, isOriginal: Bool) -> ComposerPresenter {
            ComposerPresenter(
                target, draftNames: names, text: text, isOriginal: isOriginal, limits: account.limits,
                longest: longest, drafts: drafts)
        }
        let orphaned = OrphanedDrafts(drafts: drafts, reading: account.reader.state)
        let (own, orphans) = account.store.read { (target.draftNames(in: $0), orphaned.names(for: target, in: $0)) }
        let names = own + orphans
        switch beginning {
        case .original(let text): return open(names, text, isOriginal: true)
        case .empty:
            var composer = open(names, "", isOriginal: false)
            if !own.contains(composer.draftName) { composer.isLeftOver() }
            return composer
        case .returned(let returned):
            let newer = returned.map { $0.rewrite.flatMap { $0.draft(in: account, drafts) } }
            let texts = zip(returned, newer).map { $1?.text ?? $0.text }
            let taken = zip(returned, newer).compactMap { $1?.name ?? $0.draftName }
            let composer = open(
                names.filter { !taken.contains($0) }, texts.joined(separator: "\n\n"), isOriginal: false)
            for name in taken {
                if composer.hint == .notKept { drafts.close(name) } else { drafts.forget(name) }
            }
            return composer
        }
    }
}

extension ComposerTarget {
    /// Takes up the draft that is there for this; nil if there is none.
    fileprivate func draft(in account: Account, _ drafts: any DraftKeeper) -> (name: String, text: String)? {
        let names = account.store.read { draftNames(in: $0) }
        guard let name = names.first(where: { drafts.hasDraft(named: $0) }) else { return nil }
        let text = drafts.open(name).text
        guard !text.isEmpty else {
            drafts.close(name)
            return nil
        }
        return (name, text)
    }
}
