import TerminalUI

/// Reads the user's own themes.
enum ThemeReader {
    static let roles: [String] = {
        var names: [String] = []
        for role in Role.allCases where !names.contains(role.name) { names.append(role.name) }
        return names
    }()

    static let looks = ["fg", "bg", "bold", "dim", "underline", "reverse"]

    static let colorNames: [String] = {
        let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        return names + names.map { "bright-" + $0 }
    }()

    static func read(_ node: JSONNode, _ mistakes: inout [Mistake]) throws(Mistake) -> [String: Theme] {
        var themes: [String: Theme] = [:]
        for member in try node.members("themes", "an object of themes", &mistakes) {
            do throws(Mistake) {
                guard Theme.Base(rawValue: member.name) == nil else {
                    throw Mistake(
                        line: member.line, sentence: "the theme “\(member.name)” comes with rakkan; choose another name"
                    )
                }
                themes[member.name] = try theme(member, &mistakes)
            } catch {
                mistakes.append(error)
            }
        }
        return themes
    }

    private static func theme(_ member: JSONNode.Member, _ mistakes: inout [Mistake]) throws(Mistake) -> Theme {
        var theme = Theme.standard
        for part in try member.node.members("the theme “\(member.name)”", "an object of roles", &mistakes) {
            do throws(Mistake) {
                if part.name == "base" {
                    theme.base = try part.node.choice("base", Theme.Base.self)
                } else if roles.contains(part.name) {
                    theme.own[part.name] = try attributes(part, &mistakes)
                } else {
                    throw Mistake("role", part.name, among: ["base"] + roles, line: part.line)
                }
            } catch {
                mistakes.append(error)
            }
        }
        return theme
    }

    private static func attributes(_ role: JSONNode.Member, _ mistakes: inout [Mistake]) throws(Mistake) -> Attributes {
        var attributes = Attributes()
        for look in try role.node.members(role.name, "an object of looks", &mistakes) {
            do throws(Mistake) {
                switch look.name {
                case "fg": attributes.color = try color(look)
                case "bg": attributes.background = try color(look)
                case "bold": attributes.isBold = try look.node.flag("bold")
                case "dim": attributes.isDim = try look.node.flag("dim")
                case "underline": attributes.isUnderlined = try look.node.flag("underline")
                case "reverse": attributes.isReversed = try look.node.flag("reverse")
                default: throw Mistake("look", look.name, among: looks, line: look.line)
                }
            } catch {
                mistakes.append(error)
            }
        }
        return attributes
    }

    private static func color(_ look: JSONNode.Member) throws(Mistake) -> UInt8? {
        switch look.node.value {
        case .null: return nil
        case .number(let number):
            guard let color = UInt8(exactly: number) else { break }
            return color
        case .string(let name):
            guard let index = colorNames.firstIndex(of: name) else {
                throw Mistake("colour", name, among: colorNames, line: look.node.line)
            }
            return UInt8(index)
        case .bool, .array, .object: break
        }
        throw look.node.wrong("\(look.name) is a number from 0 to 255 or the name of a colour")
    }
}
