/// One post of the album as it was written down, before the seed says who is who.
struct Scene: Sendable {
    let by: Voice
    let title: String
    let text: String
    let lines: [Line]

    init(_ by: Voice, _ title: String, _ text: String, _ lines: [Line]) {
        self.by = by
        self.title = title
        self.text = text
        self.lines = lines
    }
}

/// A comment, and what was answered to it.
struct Line: Sendable {
    let by: Voice
    let text: String
    let replies: [Line]

    init(_ by: Voice, _ text: String, _ replies: [Line] = []) {
        self.by = by
        self.text = text
        self.replies = replies
    }
}

/// Who speaks: the seed gives each voice a name of its language.
enum Voice: CaseIterable, Hashable, Sendable {
    case en1, en2, en3, ja1, ja2, ja3, ko1, ko2

    enum Language: CaseIterable, Sendable { case english, japanese, korean }

    var language: Language {
        switch self {
        case .en1, .en2, .en3: .english
        case .ja1, .ja2, .ja3: .japanese
        case .ko1, .ko2: .korean
        }
    }
}

extension Voice.Language {
    /// Names as accounts have them: letters of ASCII.
    var names: [String] {
        switch self {
        case .english: ["nora", "tom", "ruth", "jonas", "maya", "ben"]
        case .japanese: ["haruka", "kenji", "sachi", "aki", "yuto", "mei"]
        case .korean: ["minji", "junho", "sora", "haneul"]
        }
    }
}
