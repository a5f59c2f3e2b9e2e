import Testing
import Visitors

struct VisitorTests {
    /// A key as ssh-keygen made it; its fingerprint in hexadecimal digits by `ssh-keygen -lf`, base64 taken off.
    private let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2qZx0wG3Xn0FxPBVgq8fW1Zc2hDdFJbVQ0mFyBTe3x"

    private func visitor(_ authentication: String?, _ connection: String? = "127.0.0.1 1 127.0.0.1 2") -> Visitor {
        Visitor(authentication: authentication, connection: connection)
    }

    @Test func aKeyIsNamedByItsFingerprintWhateverStandsBehindIt() {
        let one = visitor("publickey \(key)\n")
        #expect(one.hasKey)
        #expect(one.name == "7b6176e8a686a43e5bb797f38089f20e93b75e2f787ecc3432803c375c62aa3b")
        #expect(visitor("keyboard-interactive\npublickey \(key) someone@somewhere\n") == one)
    }

    @Test func twoKeysAreTwoVisitorsAndSoAreTwoAddresses() {
        let other = key.replacing("Te3x", with: "Te3y")
        #expect(visitor("publickey \(key)\n").name != visitor("publickey \(other)\n").name)
        #expect(visitor(nil, "10.0.0.1 5 h 22").name != visitor(nil, "10.0.0.2 5 h 22").name)
        #expect(visitor(nil, "10.0.0.1 5 h 22") == visitor(nil, "10.0.0.1 6 h 22"))
    }

    @Test(arguments: [nil, "", "none\n", "publickey\n", "publickey ssh-ed25519\n", "publickey ssh-ed25519 !!!\n"])
    func whoHasNoKeyIsTheirAddress(authentication: String?) {
        let someone = visitor(authentication)
        #expect(!someone.hasKey)
        #expect(someone == visitor(nil))
    }

    @Test(arguments: [nil, "", "../../etc/passwd 1 2 3", "/ 1 2 3"])
    func aNameIsAlwaysOneWordOfDigits(connection: String?) {
        let name = visitor(nil, connection).name
        #expect(name.count == 64)
        #expect(name.allSatisfy { $0.isHexDigit && $0.isASCII })
    }
}
