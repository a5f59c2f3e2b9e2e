extension String {
    /// The signs that our sentences use, in letters that every terminal has.
    package var inASCII: String {
        var result = ""
        for character in self {
            switch character {
            case "…": result += "..."
            case "·": result += "-"
            case "“", "”": result += "\""
            case "’": result += "'"
            case "×": result += "x"
            case "↑": result += "Up"
            case "↓": result += "Down"
            case "←": result += "Left"
            case "→": result += "Right"
            default: result.append(character)
            }
        }
        return result
    }
}
