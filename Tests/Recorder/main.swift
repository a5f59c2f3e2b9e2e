import FoundationEssentials
import Glibc
import PtySupport

/// Plays each script of a folder against the program on a terminal of its own, and writes beside it what was seen:
/// `NAME.cast` (asciicast v2) and `NAME.svg`.
///
/// The first comment of a script is its title, a second that begins with `demo` the arguments.
func record(_ program: String, _ folder: String) throws {
    let version = try Command.run(Program(program, ["--version"])).output.trimming
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".script") {
        let name = String(file.dropLast(".script".count))
        let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        let comments = text.split(separator: "\n").filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
        let arguments = comments.first { $0.hasPrefix("demo") }?.split(separator: " ").map(String.init) ?? ["demo"]
        let recording = try Recording(
            of: program, arguments + ["--script", "\(folder)/\(file)"], title: "\(version): \(comments.first ?? name)")
        try Data(Cast.text(recording).utf8).write(to: URL(filePath: "\(folder)/\(name).cast"))
        try Data(MovingPicture.text(recording).utf8).write(to: URL(filePath: "\(folder)/\(name).svg"))
        print("\(name): \(recording.frames.count) frames, \(recording.length / 1_000) s")
    }
}

extension String {
    fileprivate var trimming: String { String(prefix { !$0.isNewline }) }
}

let arguments = CommandLine.arguments
if arguments.dropFirst() == ["scenes"] {
    for scene in Scene.all { print(scene.name) }
    exit(0)
}
guard arguments.count == 3 || (arguments.count > 3 && arguments[1] == "screens") else {
    print("usage: rakkan-record PROGRAM FOLDER | screens PROGRAM FOLDER [SCENE…] | scenes")
    exit(2)
}
do {
    if arguments.count > 3 {
        try show(arguments[2], arguments[3], only: Array(arguments.dropFirst(4)))
    } else {
        try record(arguments[1], arguments[2])
    }
} catch {
    print("\(error)")
    exit(1)
}
