import OptimisticState

extension Duration {
    /// The value of a `Retry-After`: a number of seconds, or a moment by the server's clock, which said `now` (RFC 9110,
    /// 10.2.3). Nil for what is neither. Nobody is waited for longer than a day.
    init?(retryAfter text: String, at now: Timestamp) {
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            self = .seconds(min(Int64(text) ?? .max, 86_400))
        } else if let moment = Timestamp(httpDate: text) {
            self = min(max(.zero, moment - now), .seconds(86_400))
        } else {
            return nil
        }
    }
}

extension Timestamp {
    /// "Sun, 06 Nov 1994 08:49:37 GMT", the one form that is sent today, or one of the two older ones, which are to be
    /// understood too: "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994" (RFC 9110, 5.6.7). Nil for any
    /// other.
    init?(httpDate text: String) {
        var words = text.split(separator: " ")
        if words.count == 4, case let date = words[1].split(separator: "-"), date.count == 3, date[2].count == 2 {
            // Of two digits those that are not before 1970.
            let century = date[2] < "70" ? "20" : "19"
            words = [words[0], date[0], date[1], Substring(century + date[2]), words[2], words[3]]
        } else if words.count == 5 {
            words = [words[0], words[2], words[1], words[4], words[3], "GMT"]
        }
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
            let month = Self.months.firstIndex(where: { $0 == words[2] }), let year = Int(words[3]),
            (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").map { Int($0) ?? -1 }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        let days = Self.days(to: year, month: month + 1, day: day)
        let seconds = days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
        self.init(milliseconds: Int64(seconds) * 1_000)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The days since 1970, by the algorithm of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    private static func days(to year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
