import TestSupport
import Testing

@testable import MatrixBoard

@Suite struct JSONTests {
    private func read(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

    @Test func valuesOfEachKindAreRead() {
        #expect(
            read(#" {"a":[1,-2,3.5,1e3,true,false,null,"x"],"b":{}} "#) == [
                "a": [1, -2, .number(3.5), .number(1000), true, false, .null, "x"], "b": .object([]),
            ])
        #expect(read(#""\u00e9\ud83d\ude00\n\/\"""#)?.text == "é😀\n/\"")
        #expect(read("9223372036854775807") == .integer(.max))
        #expect(read("9223372036854775808") == .number(9_223_372_036_854_775_808))
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "-", "1.", "1e", "tru", "nulll", "\"", "\"\u{1}\"", "\"\\x\"",
        "\"\\u12\"", "[1 2]", "1 2", "{1:2}", "+1", ".5", "<html>",
    ])
    func whatIsNoJSONIsNil(text: String) { #expect(read(text) == nil) }

    @Test func halvesOfPairsAndBrokenBytesBecomeReplacementCharacters() {
        #expect(read(#""\ud83d""#)?.text == "\u{FFFD}")
        #expect(read(#""\ude00x""#)?.text == "\u{FFFD}x")
        #expect(read(#""\ud83d\u0041""#)?.text == "\u{FFFD}A")
        #expect(JSONValue([0x22, 0xC3, 0x28, 0x22])?.text == "\u{FFFD}(")
    }

    @Test func depthHasALimit() {
        let limit = JSONValue.depthLimit
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        func depth(_ value: JSONValue?) -> Int {
            var (value, depth) = (value, 0)
            while let items = value?.items { (value, depth) = (items.first, depth + 1) }
            return depth
        }
        #expect(depth(read(nested(limit))) == limit)
        // What lies deeper is null, and the rest is read.
        #expect(depth(read(nested(limit + 1))) == limit)
        #expect(read(#"{"a":\#(nested(1_000_000)),"b":"]"}"#)?["b"]?.text == "]")
        #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
        #expect(read(String(repeating: "[", count: 100) + "\"" + String(repeating: "]", count: 100)) == nil)
        #expect(read(#"{"a":1\#(String(repeating: "0", count: 1_000)),"b":2}"#) == ["a": .null, "b": 2])
    }

    @Test func whatIsWrittenIsReadBackByteByByte() {
        for hostile in HostileText.all {
            let value: JSONValue = ["body": .string(hostile.text)]
            let text = JSONValue(value.bytes)?["body"]?.text
            #expect(text.map { Array($0.utf8) } == Array(hostile.text.utf8), "\(hostile)")
        }
    }

    @Test func randomBytesNeverTrap() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array(#"{}[]",:\u0123456789.eE+-tfn alse"#.utf8) + [0x00, 0x80, 0xFF]
        var values = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            if let value = JSONValue(bytes), JSONValue(value.bytes) == value { values += 1 }
        }
        #expect(values > 0)
    }
}
