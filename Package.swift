// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .target(name: $0) }, swiftSettings: strict)
}

/// C targets are shims: macros, variadics and constants that Swift's importer cannot see.
func shim(_ name: String, linking libraries: [String] = [], path: String? = nil) -> Target {
    .target(name: name, path: path, linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: [String], exclude: [String] = [], path: String? = nil) -> Target {
    .testTarget(
        name: name, dependencies: dependencies.map { .target(name: $0) }, path: path, exclude: exclude,
        swiftSettings: strict)
}

let package = Package(
    name: "rakkan",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "OptimisticState", targets: ["OptimisticState"]),
        .library(name: "FakeProgress", targets: ["FakeProgress"]),
        .executable(name: "rakkan", targets: ["rakkan"]),
    ],
    targets: [
        // The shared optimistic-state core.
        library("OptimisticState"),
        // A progress bar for requests that tell nothing of their progress.
        library("FakeProgress"),

        // The domain, and the places where comments live.
        library("Comments", ["OptimisticState"]),
        library("SQLiteStore", ["CSQLite"]),
        library("LiveBell"),
        library("Visitors", ["CSodium"]),
        library("OutboxStore", ["OptimisticState", "SQLiteStore"]),
        library("StateFiles", ["Comments", "OptimisticState"]),
        library("LocalBoard", ["Comments", "OptimisticState", "SQLiteStore", "CSodium"]),
        library("HTTPTransport", ["CCurl", "OptimisticState"]),
        library("MatrixBoard", ["Comments", "HTTPTransport", "OptimisticState", "SQLiteStore"]),
        library("NetworkConditions", ["Comments", "OptimisticState"]),
        library("DemoAlbum", ["Comments", "OptimisticState"]),

        // What a person sees.
        library("TerminalUI", ["CUnistring"]),
        library("CursesTerminal", ["TerminalUI", "CCurses"]),
        library("DemoScript", ["TerminalUI"]),
        library("CommentPresenters", ["Comments", "FakeProgress", "OptimisticState"]),
        library("CommentScreens", ["CommentPresenters", "Comments", "OptimisticState", "TerminalUI"]),

        library("CommentLines", ["CommentPresenters", "Comments", "OptimisticState", "TerminalUI"]),

        library("Configuration", ["CommentPresenters", "CommentScreens", "TerminalUI"]),

        .executableTarget(
            name: "rakkan",
            dependencies: [
                "OptimisticState", "Comments", "LiveBell", "OutboxStore", "StateFiles", "LocalBoard",
                "MatrixBoard", "NetworkConditions", "DemoAlbum", "DemoScript", "TerminalUI", "CursesTerminal",
                "CommentPresenters", "CommentScreens", "CommentLines", "Configuration", "Visitors", "CGetopt",
            ],
            swiftSettings: strict),

        // C boundaries.
        shim("CGetopt"),
        // Loaded on first use, never linked.
        shim("CCurl"),
        shim("CCurses", linking: ["ncursesw", "tinfo"]),
        shim("CSQLite", linking: ["sqlite3"]),
        shim("CSodium", linking: ["sodium"]),
        shim("CUnistring", linking: ["unistring"]),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["OptimisticState", "Comments"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "ServiceConformance",
            dependencies: ["OptimisticState", "Comments", "TestSupport"], path: "Tests/ServiceConformance",
            swiftSettings: strict),
        // A real homeserver, and another client of it.
        .target(
            name: "HomeserverSupport", dependencies: ["OptimisticState", "TestSupport"],
            path: "Tests/HomeserverSupport", swiftSettings: strict),
        .target(
            name: "PresenterSupport", dependencies: ["CommentPresenters", "OptimisticState"],
            path: "Tests/PresenterSupport", swiftSettings: strict),
        tests("OptimisticStateTests", ["OptimisticState", "TestSupport"]),
        .testTarget(
            name: "ToDoTests", dependencies: ["OptimisticState"], packageAccess: false, swiftSettings: strict),
        tests("FakeProgressTests", ["FakeProgress", "TestSupport"]),
        tests("CommentsTests", ["Comments", "OptimisticState", "TestSupport"]),
        tests("SQLiteStoreTests", ["SQLiteStore", "TestSupport"]),
        tests("LiveBellTests", ["LiveBell", "TestSupport"]),
        tests("VisitorsTests", ["Visitors", "TestSupport"]),
        tests(
            "OutboxStoreTests", ["OutboxStore", "SQLiteStore", "Comments", "OptimisticState", "TestSupport"]),
        tests("StateFilesTests", ["StateFiles", "Comments", "OptimisticState", "TestSupport"]),
        tests(
            "LocalBoardTests",
            ["LocalBoard", "Comments", "OptimisticState", "SQLiteStore", "ServiceConformance", "TestSupport"]),
        tests("HTTPTransportTests", ["HTTPTransport", "OptimisticState", "TestSupport"]),
        tests("MatrixBoardTests", ["MatrixBoard", "Comments", "OptimisticState", "TestSupport"]),
        // Against a real homeserver.
        tests(
            "HomeserverTests",
            [
                "MatrixBoard", "HTTPTransport", "CommentPresenters", "Comments", "HomeserverSupport", "OptimisticState",
                "ServiceConformance", "TestSupport",
            ]),
        tests(
            "NetworkConditionsTests",
            ["NetworkConditions", "LocalBoard", "Comments", "OptimisticState", "ServiceConformance", "TestSupport"]),
        tests(
            "KillTests",
            ["LocalBoard", "OutboxStore", "Comments", "OptimisticState", "ServiceConformance", "TestSupport"]),
        tests(
            "DemoAlbumTests",
            ["DemoAlbum", "LocalBoard", "Comments", "OptimisticState", "TestSupport"]),
        tests("DemoScriptTests", ["DemoScript", "TerminalUI"]),
        tests("TerminalUITests", ["TerminalUI", "TestSupport"]),
        tests("CursesTerminalTests", ["CursesTerminal", "CCurses", "TerminalUI", "TestSupport"]),
        tests(
            "CommentPresentersTests",
            ["CommentPresenters", "Comments", "OptimisticState", "PresenterSupport", "TestSupport"]),
        tests(
            "CommentScreensTests",
            [
                "CommentScreens", "CommentPresenters", "Comments", "OptimisticState", "TerminalUI", "PresenterSupport",
                "TestSupport", "CAllocations",
            ],
            exclude: ["Goldens"]),
        tests(
            "CommentLinesTests",
            [
                "CommentLines", "CommentScreens", "CommentPresenters", "Comments", "OptimisticState", "TerminalUI",
                "PresenterSupport", "TestSupport",
            ],
            exclude: ["Goldens"]),
        tests(
            "ConfigurationTests",
            ["Configuration", "CommentPresenters", "CommentScreens", "TerminalUI", "TestSupport"]),
        tests("HouseTests", ["PtySupport"]),
        // The samples of docs/embedding.md: they see what another package sees.
        .testTarget(
            name: "EmbeddingTests", dependencies: ["FakeProgress", "OptimisticState"], packageAccess: false,
            swiftSettings: strict),

        // Programs on a terminal of their own, read through libvterm.
        shim("CPty", path: "Tests/CPty"),
        shim("CAllocations", path: "Tests/CAllocations"),
        shim("CVterm", linking: ["vterm"], path: "Tests/CVterm"),
        .target(
            name: "PtySupport", dependencies: ["CPty", "CVterm"], path: "Tests/PtySupport", swiftSettings: strict),
        tests("PtySupportTests", ["PtySupport"]),
        tests("WidthTableTests", ["PtySupport", "TerminalUI"]),
        .executableTarget(
            name: "rakkan-record", dependencies: ["PtySupport"], path: "Tests/Recorder", swiftSettings: strict),
        tests("EndToEndTests", ["PtySupport", "OptimisticState", "TestSupport", "CSQLite"], path: "Tests/EndToEnd"),

        // Benchmarks, and what they are measured by: the same work in plain C.
        shim("YardstickOutbox", linking: ["sqlite3"], path: "Benchmarks/Yardsticks/Outbox"),
        .executableTarget(
            name: "yardstick-hello", path: "Benchmarks/Yardsticks/Hello",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .executableTarget(
            name: "yardstick-comment", dependencies: ["YardstickOutbox"], path: "Benchmarks/Yardsticks/Comment",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .executableTarget(
            name: "rakkan-bench",
            dependencies: [
                "Comments", "HomeserverSupport", "LiveBell", "LocalBoard", "MatrixBoard", "OptimisticState",
                "OutboxStore",
                "PtySupport", "TestSupport", "YardstickOutbox",
            ],
            path: "Benchmarks/Runner", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
