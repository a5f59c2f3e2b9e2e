import TerminalUI
import Testing

@Suite struct ThemeTests {
    @Test func monochromeHasNoColours() {
        for role in Role.allCases {
            #expect(Theme.monochrome.attributes(of: Style(role), colors: 256).color == nil)
            #expect(Theme.standard.attributes(of: Style(role), colors: 0).color == nil)
        }
    }

    @Test func namesHaveColoursOnlyWhereThereAreEnough() {
        let style = Style(.author(named: "aki"))
        #expect(Theme.standard.attributes(of: style, colors: 256).color != nil)
        #expect(Theme.standard.attributes(of: style, colors: 8).color == nil)
        #expect(Theme.standard.attributes(of: style, colors: 8).isBold)
    }

    @Test func aNameHasOneColourForEver() {
        #expect(Role.author(named: "aki") == .author(slot: 4))
    }

    @Test func theSelectedIsToldApartWithoutColour() {
        for role in [Role.text, .dim, .pending, .accent] {
            let plain = Theme.monochrome.attributes(of: Style(role), colors: 0)
            #expect(Theme.monochrome.attributes(of: Style(role, isSelected: true), colors: 0) != plain)
        }
    }
}
