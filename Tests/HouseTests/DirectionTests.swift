import Testing

/// Arrows between modules only point down: `docs/architecture.md`.
struct DirectionTests {
    /// What each module may depend on. A new arrow is a decision, and is drawn here and there.
    private static let drawing: [String: Set<String>] = [
        "OptimisticState": [],
        "FakeProgress": [],
        "Comments": ["OptimisticState"],
        "SQLiteStore": ["CSQLite"],
        "LiveBell": [],
        "Visitors": ["CSodium"],
        "OutboxStore": ["OptimisticState", "SQLiteStore"],
        "StateFiles": ["Comments", "OptimisticState"],
        "LocalBoard": ["Comments", "OptimisticState", "SQLiteStore", "CSodium"],
        "HTTPTransport": ["CCurl", "OptimisticState"],
        "MatrixBoard": ["Comments", "HTTPTransport", "OptimisticState", "SQLiteStore"],
        "NetworkConditions": ["Comments", "OptimisticState"],
        "DemoAlbum": ["Comments", "OptimisticState"],
        "TerminalUI": ["CUnistring"],
        "CursesTerminal": ["TerminalUI", "CCurses"],
        "DemoScript": ["TerminalUI"],
        "CommentPresenters": ["Comments", "FakeProgress", "OptimisticState"],
        "CommentScreens": ["CommentPresenters", "Comments", "OptimisticState", "TerminalUI"],
        "CommentLines": ["CommentPresenters", "Comments", "OptimisticState", "TerminalUI"],
        "Configuration": ["CommentPresenters", "CommentScreens", "TerminalUI"],
        "rakkan": [
            "OptimisticState", "Comments", "LiveBell", "OutboxStore", "StateFiles", "LocalBoard", "MatrixBoard",
            "NetworkConditions",
            "DemoAlbum", "DemoScript", "TerminalUI", "CursesTerminal", "CommentPresenters", "CommentScreens",
            "CommentLines", "Configuration", "Visitors", "CGetopt",
        ],
        "CCurl": [], "CGetopt": [], "CCurses": [], "CSQLite": [], "CSodium": [], "CUnistring": [],
    ]

    /// Modules of the system that ours may see; one that is not named here has its one place below.
    private static let system: Set<String> = ["Glibc", "Darwin", "Synchronization", "FoundationEssentials"]

    private let house: House
    private var product: [House.Target] { house.targets.filter { $0.path.hasPrefix("Sources/") } }

    init() throws { house = try House() }

    @Test func everyArrowOfThePackageIsInTheDrawing() {
        #expect(Set(product.map(\.name)) == Set(Self.drawing.keys))
        for target in product {
            let undrawn = Set(target.dependencies ?? []).subtracting(Self.drawing[target.name] ?? [])
            #expect(undrawn.isEmpty, "\(target.name) depends on \(undrawn.sorted())")
        }
    }

    @Test func everyImportIsAnArrowOfThePackage() throws {
        for target in product {
            let allowed = Self.system.union(target.dependencies ?? [])
            for file in try house.files(of: target) where file.path.hasSuffix(".swift") {
                let undeclared = Set(file.imports).subtracting(allowed)
                #expect(undeclared.isEmpty, "\(file.path) imports \(undeclared.sorted())")
            }
        }
    }

    @Test func theCoreImportsNothingButSynchronization() throws {
        let core = try #require(product.first { $0.name == "OptimisticState" })
        for file in try house.files(of: core) {
            #expect(Set(file.imports).isSubset(of: ["Synchronization"]), "\(file.path) imports \(file.imports)")
        }
    }

    @Test func theProgressBarImportsNothing() throws {
        let bar = try #require(product.first { $0.name == "FakeProgress" })
        for file in try house.files(of: bar) { #expect(file.imports == [], "\(file.path) imports \(file.imports)") }
    }

    @Test(arguments: [
        ("CCurl", ["HTTPTransport"]), ("CGetopt", ["rakkan"]), ("CCurses", ["CursesTerminal"]),
        ("CSQLite", ["SQLiteStore"]), ("CSodium", ["LocalBoard", "Visitors"]), ("CUnistring", ["TerminalUI"]),
    ])
    func aLibraryOfCIsSeenInItsPlaceAlone(shim: String, places: [String]) throws {
        let seers = try product.filter { target in
            try house.files(of: target).contains { $0.imports.contains(shim) }
        }
        #expect(Set(seers.map(\.name)).isSubset(of: places))
    }

    @Test func theProductNeverSeesItsTests() {
        let tests = Set(house.targets.map(\.name)).subtracting(product.map(\.name))
        for target in product { #expect(tests.isDisjoint(with: target.dependencies ?? [])) }
    }
}
