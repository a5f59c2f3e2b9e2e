import CPty
import Glibc

/// A tty's settings, comparable: a program has to leave them as it found them.
package struct TerminalSettings: Equatable, CustomStringConvertible {
    private let flags: [UInt32]
    private let characters: [UInt8]

    init(of master: Descriptor) throws {
        var settings = termios()
        _ = try checked("read the terminal's settings", cpty_settings(master.number, &settings))
        flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
        characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    package var echoes: Bool { flags[3] & UInt32(ECHO) != 0 }
    package var readsLines: Bool { flags[3] & UInt32(ICANON) != 0 }

    package var description: String {
        let names = zip(["input", "output", "control", "local"], flags).map { "\($0) \(String($1, radix: 8))" }
        return names.joined(separator: " ") + " characters \(characters)"
    }
}
