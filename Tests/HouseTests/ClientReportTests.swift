import Testing

/// Every report about other clients has its one test, which is there, or a reason.
@Suite struct ClientReportTests {
    @Test func everyReportHasItsTestOrAReason() throws {
        for (reports, place) in ClientReports.all {
            switch place {
            case .test(let file, let function):
                let isThere = try House.file("Tests/\(file).swift").text.contains("func \(function)(")
                #expect(isThere, "\(reports): \(file) has no \(function)")
            case .notHere(let why): #expect(why.count > 20, "\(reports)")
            }
        }
    }

    /// `tig#981, #983` is two.
    @Test func noneStandsTwice() {
        var seen: Set<String> = []
        for (reports, _) in ClientReports.all {
            var repository = ""
            for report in reports.split(separator: ", ") {
                if !report.hasPrefix("#") { repository = String(report.prefix { $0 != "#" }) }
                let name = report.hasPrefix("#") ? repository + report : String(report)
                #expect(seen.insert(name).inserted, "\(name) stands twice")
            }
        }
        #expect(seen.count == 175, "as many as were read: \(seen.count)")
    }
}
