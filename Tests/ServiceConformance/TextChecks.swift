import Comments
import OptimisticState
import TestSupport
import Testing

extension Conformance {
    static let textChecks = [
        Check("Hostile texts come back as they were written, byte by byte") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let limit = stage.service.capabilities.longestText
            let short = HostileText.all.filter { $0.text.unicodeScalars.count < limit }
            for hostile in short {
                let id = try await anna.addComment(to: post, hostile.text)
                #expect(try await anna.comment(id).text.isSame(as: hostile.text), "\(hostile)")
                try await anna.perform(.editComment(id, text: hostile.text + "."))
                #expect(try await anna.comment(id).text.isSame(as: hostile.text + "."), "\(hostile), edited")
            }
            #expect(try await anna.comments(of: post).count == short.count)
        },
        Check("Hostile titles too") { stage in
            let anna = try await stage.signUp("anna")
            let limit = stage.service.capabilities.longestTitle
            for hostile in HostileText.all where hostile.text.unicodeScalars.count <= limit {
                let id = try await anna.addPost(hostile.text, hostile.text)
                #expect(try await anna.post(id).title.isSame(as: hostile.text), "\(hostile)")
            }
        },
        Check("Empty and blank texts are refused") { stage in
            let anna = try await stage.signUp("anna")
            let post = try await anna.addPost()
            let comment = try await anna.addComment(to: post, "kept")
            for blank in ["", " ", "\n\n", "\t \u{3000}\r\n", "\u{2003}"] {
                for operation: Operation in [
                    .addComment(post: post, parent: nil, text: blank), .editComment(comment, text: blank),
                    .addPost(title: blank, text: "text"), .editPost(post, title: blank, text: "text"),
                ] {
                    let failure = try await anna.refusal(of: operation)
                    #expect(failure.code == FailureCode.empty && !failure.isTransient)
                }
            }
            #expect(try await anna.comments(of: post).map(\.text.raw) == ["kept"])
        },
        Check("A text as long as the limit is taken, one scalar more is not") { stage in
            let anna = try await stage.signUp("anna")
            let limits = stage.service.capabilities
            let text = String(repeating: "語", count: limits.longestText)
            let title = String(repeating: "題", count: limits.longestTitle)
            let post = try await anna.addPost(title, text)
            let comment = try await anna.addComment(to: post, text)
            for operation: Operation in [
                .addPost(title: title + "題", text: ""), .addPost(title: "t", text: text + "語"),
                .editPost(post, title: title + "題", text: ""), .editPost(post, title: "t", text: text + "語"),
                .addComment(post: post, parent: nil, text: text + "語"), .editComment(comment, text: text + "語"),
            ] {
                let failure = try await anna.refusal(of: operation)
                #expect(failure.code == FailureCode.tooLong && failure.status == 413 && !failure.isTransient)
            }
            #expect(try await anna.comment(comment).text.raw == text)
            #expect(try await anna.post(post).title.raw == title)
        },
    ]
}

extension UntrustedText {
    /// Byte by byte: `String` takes composed and decomposed letters for equal.
    fileprivate func isSame(as text: String) -> Bool { Array(raw.utf8) == Array(text.utf8) }
}
