import OptimisticState
import TestSupport

/// A homeserver of one room whose answers are made before they are asked for: what is measured is who reads them.
final class CannedRoom: Sendable {
    static let id = "!room:localhost"
    static let alias = "#album:localhost"
    static let account = "@me:localhost"

    private let listener: LoopbackListener

    var address: String { listener.address }

    /// - Parameters:
    ///   - posts: How many there are.
    ///   - events: How many events stand under each: comments, each tenth a heart on one of them.
    init(posts: Int, events: Int) throws {
        let room = Answers(posts: posts, events: events)
        listener = try LoopbackListener { connection, _ in
            while let request = readRequest(connection) {
                guard let answer = room.answer(to: request.head) else {
                    writeAll(connection, reply(404, #"{"errcode":"M_NOT_FOUND","error":"no such thing"}"#))
                    continue
                }
                guard writeAll(connection, answer) else { return }
            }
        }
    }

    /// What `MatrixBoard` keeps of someone who is signed in there.
    var secret: String { #"{"access":"token","device":"DEVICE","base":"\#(address)"}"# }

    private struct Answers: Sendable {
        let posts: Int
        let events: Int
        /// The whole room from the newest to the oldest, in pages of a thousand.
        private let pages: [[UInt8]]
        /// Each post's thread, from its newest event to its oldest.
        private let threads: [[String]]
        private let feed: [UInt8]
        private let fixed: [(path: String, answer: [UInt8])]

        init(posts: Int, events: Int) {
            self.posts = posts
            self.events = events
            let heads = (0..<posts).map { Self.post($0, comments: events - events / 10) }
            let all = (0..<posts).map { post in (0..<events).reversed().map { Self.event($0, under: post) } }
            threads = all
            let newestFirst = all.reversed().joined() + heads.reversed()
            pages = stride(from: 0, to: newestFirst.count, by: Self.mostOnAPage).map { start in
                Self.page(of: newestFirst, from: start, limit: Self.mostOnAPage, next: "end")
            }
            feed = Self.whole("{\"chunk\":[\(heads.reversed().joined(separator: ","))]}")
            fixed = [
                ("/client/versions", Self.whole(#"{"versions":["v1.1","v1.11"]}"#)),
                ("/join/", Self.whole(#"{"room_id":"\#(CannedRoom.id)"}"#)),
                (
                    "/login",
                    Self.whole(
                        #"{"user_id":"\#(CannedRoom.account)","access_token":"token","device_id":"DEVICE","flows":[{"type":"m.login.password"}]}"#
                    )
                ),
                ("/joined_members", Self.whole(#"{"joined":{"\#(CannedRoom.account)":{"display_name":"me"}}}"#)),
                ("/m.annotation/", Self.whole(#"{"chunk":[]}"#)),
            ]
        }

        func answer(to head: String) -> [UInt8]? {
            let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            if let answer = fixed.first(where: { path.contains($0.path) })?.answer { return answer }
            let start = Int(path.after("from=p") ?? "") ?? 0
            if path.contains("/sync?") {
                // Long ago: the news is more than one answer takes.
                guard path.contains("since=old") else { return Self.whole(#"{"next_batch":"now"}"#) }
                let timeline = #"{"limited":true,"prev_batch":"p0","events":[]}"#
                return Self.whole(
                    #"{"next_batch":"now","rooms":{"join":{"\#(CannedRoom.id)":{"timeline":\#(timeline)}}}}"#)
            }
            if path.contains("/relations/") {
                guard let post = Int(path.after("%24post") ?? ""), threads.indices.contains(post) else { return nil }
                let limit = Int(path.after("limit=") ?? "") ?? Self.mostOnAPage
                return Self.page(
                    of: threads[post], from: start, limit: min(limit, Self.mostOnAPage), next: "next_batch")
            }
            if path.contains("/event/") {
                guard let post = Int(path.after("%24post") ?? ""), post < posts else { return nil }
                return Self.whole(Self.post(post, comments: events - events / 10))
            }
            guard path.contains("/messages?") else { return nil }
            // The feed asks for what is newest; a catch-up from a token to another.
            guard path.contains("to=") else { return feed }
            let page = start / Self.mostOnAPage
            return pages.indices.contains(page) ? pages[page] : nil
        }

        private static let mostOnAPage = 1_000

        /// Where it goes on, if it does, stands in the member `next`.
        private static func page(of events: [String], from start: Int, limit: Int, next: String) -> [UInt8] {
            let end = min(events.count, start + limit)
            let rest = end < events.count ? #""\#(next)":"p\#(end)","# : ""
            let chunk = events[min(start, end)..<end].joined(separator: ",")
            return whole("{\"start\":\"p\(start)\",\(rest)\"chunk\":[\(chunk)]}")
        }

        private static func whole(_ body: String) -> [UInt8] { Array(reply(200, body).utf8) }

        private static func post(_ number: Int, comments: Int) -> String {
            """
            {"type":"m.room.message","event_id":"$post\(number)","sender":"@host:localhost","room_id":"\(CannedRoom.id)",\
            "origin_server_ts":\(1_700_000_000_000 + number),"content":{"msgtype":"m.text",\
            "body":"The post of number \(number)\\n\\nIt has \(comments) comments."},"unsigned":{"age":1234,\
            "m.relations":{"m.thread":{"count":\(comments),"current_user_participated":false}}}}
            """
        }

        private static func event(_ number: Int, under post: Int) -> String {
            let time = 1_700_000_100_000 + post * 100_000 + number
            let frame = """
                "event_id":"$event\(post)x\(number)","sender":"@user\(number % 50):localhost","room_id":"\(CannedRoom.id)",\
                "user_id":"@user\(number % 50):localhost","origin_server_ts":\(time),\
                "unsigned":{"age":123456,"membership":"join"}
                """
            if number % 10 == 9 {
                return """
                    {"type":"m.reaction",\(frame),"content":{"m.relates_to":{"rel_type":"m.annotation",\
                    "event_id":"$event\(post)x\(number - 1)","key":"\u{2764}\u{FE0F}"}}}
                    """
            }
            return """
                {"type":"m.room.message",\(frame),"content":{"msgtype":"m.text",\
                "body":"Comment \(number): as long as comments are, which is about a line.","org.rakkan.mutation_id":\
                "0199aaaa-bbbb-7ccc-8ddd-\(1_000_000 + number)","m.relates_to":{"rel_type":"m.thread",\
                "event_id":"$post\(post)","is_falling_back":true,"m.in_reply_to":{"event_id":"$post\(post)"}}}}
                """
        }
    }
}

extension String {
    /// The digits after the first `word`.
    fileprivate func after(_ word: String) -> String? {
        guard let range = firstRange(of: word) else { return nil }
        return String(self[range.upperBound...].prefix { $0.isNumber })
    }
}
