import FoundationEssentials
import PtySupport

/// The package as it lies in its folder.
struct House {
    /// The package's folder.
    static let root = String(#filePath.dropLast("/Tests/HouseTests/House.swift".count))

    struct Target: Decodable, Sendable {
        let name: String
        let path: String
        let sources: [String]
        let dependencies: [String]?

        enum CodingKeys: String, CodingKey {
            case name, path, sources
            case dependencies = "target_dependencies"
        }
    }

    struct File {
        /// From the package's folder.
        let path: String
        let text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// The lines without what stands behind `//`.
        var code: [Substring] {
            lines.map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
        }

        /// The modules that a Swift file imports.
        var imports: [String] {
            code.compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                    words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
                else { return nil }
                return String(words[words.count - 1].prefix { $0 != "." })
            }
        }
    }

    let targets: [Target]

    init() throws { targets = try House.described.get() }

    /// Asked once: of the package manager, unless make has asked it before.
    private static let described = Result {
        struct Description: Decodable { let targets: [Target] }
        let text: String
        if let path = ProcessInfo.processInfo.environment["RAKKAN_PACKAGE"] {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } else {
            // A folder of its own: the usual one is locked while "swift test" runs.
            let scratch = try Scratch()
            let swift = Program(
                "/usr/bin/env", ["swift", "package", "--scratch-path", scratch.path, "describe", "--type", "json"],
                environment: ProcessInfo.processInfo.environment, directory: House.root)
            text = try Command.run(swift).output
        }
        return try JSONDecoder().decode(Description.self, from: Data(text.utf8)).targets
    }

    /// The files of a target.
    func files(of target: Target) throws -> [File] {
        try target.sources.map { try House.file("\(target.path)/\($0)") }
    }

    /// All files below a folder with one of these endings.
    static func files(in folder: String, ending endings: [String]) throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            .filter { path in endings.contains { path.hasSuffix($0) } }
            .map { try file("\(folder)/\($0)") }
    }

    /// Every file of the repository that is text, but for what was built.
    static func everyFile() throws -> [File] {
        let built: Set = [".build", ".git", ".swiftpm"]
        return try FileManager.default.contentsOfDirectory(atPath: root).filter { !built.contains($0) }
            .flatMap { entry in
                guard let below = try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(entry)") else {
                    return [entry]
                }
                return below.map { "\(entry)/\($0)" }
            }
            .compactMap { try? file($0) }
    }

    static func file(_ path: String) throws -> File {
        File(path: path, text: try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
    }
}
