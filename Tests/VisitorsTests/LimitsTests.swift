import Testing
import Visitors

struct LimitsTests {
    @Test func whatIsNamedIsSetAndTheRestStays() throws {
        let limits = try VisitorLimits.parse("sessions=20,idle=90s,readers=no,key-accounts=yes,comments=0")
        #expect(limits.sessions == 20)
        #expect(limits.idle == .seconds(90))
        #expect(limits.readers == false)
        #expect(limits.keyAccounts)
        #expect(limits.comments == 0)
        #expect(limits.sessionsPerKey == VisitorLimits().sessionsPerKey)
        #expect(try VisitorLimits.parse("") == VisitorLimits())
    }

    @Test(arguments: VisitorLimits.names) func everyNameIsKnownAndTakesNoNonsense(name: String) {
        #expect(throws: VisitorLimits.Mistake.self) { try VisitorLimits.parse("\(name)=nonsense") }
        #expect(throws: VisitorLimits.Mistake.self) { try VisitorLimits.parse(name) }
        #expect(throws: VisitorLimits.Mistake.self) { try VisitorLimits.parse("\(name)=-1") }
    }

    @Test(arguments: [
        "idle=0s", "idle=25h", "idle=10", "idle=9999999999999999999s", "sessions=1000001", "beer=1", "=1",
    ])
    func whatCannotBeIsAMistake(text: String) {
        #expect(throws: VisitorLimits.Mistake.self) { try VisitorLimits.parse(text) }
    }
}
