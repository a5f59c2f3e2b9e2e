import FoundationEssentials
import Testing

/// `docs/embedding.md` shows the files of `Samples/`, letter by letter, and the tutorial of `OptimisticState` those of
/// `Tutorial/`; they are compiled here.
@Suite struct DocumentTests {
    private static let folder = String(#filePath.dropLast("/DocumentTests.swift".count))
    private static let root = String(folder.dropLast("/Tests/EmbeddingTests".count))

    private static let embedding = "/docs/embedding.md"
    private static let tutorial = "/Sources/OptimisticState/OptimisticState.docc/TheTalkInAPage.md"

    /// The Swift code of a document, block by block.
    private func blocks(of path: String = embedding) throws -> [String] {
        let document = try String(contentsOfFile: Self.root + path, encoding: .utf8)
        return document.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix(upTo: part.firstRange(of: "```\n")?.lowerBound ?? part.endIndex))
        }
    }

    @Test(arguments: [(embedding, "/Samples"), (tutorial, "/Tutorial")])
    func everySampleIsAFileThatIsCompiledAndEveryFileIsASample(document: String, folder: String) throws {
        let folder = Self.folder + folder
        var files = try Set(
            FileManager.default.contentsOfDirectory(atPath: folder).map {
                try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
            })
        for block in try blocks(of: document)
        where block.split(separator: "\n").count > 2 && !block.hasPrefix("// swift-tools") {
            #expect(files.remove(block) != nil, "no file of \(folder) reads:\n\(block)")
        }
        #expect(files.isEmpty, "the document does not show:\n\(files.joined(separator: "\n"))")
    }

    @Test func theShortSampleIsALineOfTheTests() throws {
        let tests = try String(contentsOfFile: Self.folder + "/SampleTests.swift", encoding: .utf8)
        let lines = tests.split(separator: "\n").map { $0.drop { $0 == " " } }
        for block in try blocks() where block.split(separator: "\n").count <= 2 {
            for line in block.split(separator: "\n") { #expect(lines.contains(line), "\(line)") }
        }
    }

    @Test func theManifestNamesProductsOfThisPackage() throws {
        let manifest = try #require(try blocks().first { $0.hasPrefix("// swift-tools-version") })
        let ours = try String(contentsOfFile: Self.root + "/Package.swift", encoding: .utf8)
        let products = manifest.split(separator: ".product(name: \"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(products == ["OptimisticState", "FakeProgress"])
        for product in products { #expect(ours.contains(".library(name: \"\(product)\"")) }
        for platform in [".macOS(.v15)", ".iOS(.v18)", "swift-tools-version: 6.2"] {
            #expect(manifest.contains(platform) && ours.contains(platform))
        }
    }
}
