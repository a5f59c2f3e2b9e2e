/// What users of other clients reported, and the test in which each is told again, or why there is none. A report is the
/// public name of a repository and its number.
enum ClientReports {
    enum Place {
        /// A file of tests, from `Tests/`, and the function in it.
        case test(String, String)
        case notHere(String)
    }

    static let all: [(reports: String, place: Place)] =
        sending + favourites + widths + sizes + terminals + contents + using

    // MARK: Sending, failing, drafts

    private static let sending: [(reports: String, place: Place)] = [
        ("gomuks#450", .test("CommentScreensTests/ReportTests", "againOrBack")),
        ("zulip-terminal#1381", .test("EndToEnd/ReportTests", "aServerThatDoesNotAnswerStopsNoKey")),
        ("zulip-terminal#371", .test("EndToEnd/ReportTests", "aServerThatDoesNotAnswerStopsNoKey")),
        ("octo.nvim#124", .test("CommentScreensTests/ReportTests", "againOrBack")),
        ("octo.nvim#323", .test("OptimisticStateTests/ReportTests+Refreshing", "savedAgain")),
        ("zulip#17697, #2681", .test("EndToEnd/KilledTests", "whatWasPendingFailedAndDraftedIsThereAgain")),
        ("cinny#2271", .test("EndToEnd/KilledTests", "whatWasPendingFailedAndDraftedIsThereAgain")),
        ("element-x-ios#3367", .test("EndToEnd/OptimismTests", "aCommentIsOnScreenAndOnDiskBeforeAnyAnswer")),
        ("element-x-ios#675", .test("CommentScreensTests/ReportTests", "leavingAndComingBack")),
        (
            "element-x-ios#939, matrix-rust-sdk#2012",
            .test("OptimisticStateTests/ReportTests", "oneRowInEveryFrame")
        ),
        ("nmail#17", .test("EndToEnd/FailureTests", "xGivesTheTextBackToTheComposer")),
        ("himalaya#59", .test("CommentScreensTests/ReportTests", "againOrBack")),
        ("neomutt#3103", .test("StateFilesTests/DraftTests", "whatWasTypedIsThereAfterAKill")),
        ("neomutt#2955, #4210", .test("StateFilesTests/DraftTests", "everyTargetAndAccountHasItsOwn")),
        ("mblaze#148", .test("CommentPresentersTests/ComposerTests", "aDiskThatTakesNothingIsSaidAndCaughtUpWith")),
        ("remark42#69", .test("CommentScreensTests/ReportTests", "escapeWipesNothing")),
        ("gh-dash#518", .test("CommentScreensTests/ReportTests", "escapeWipesNothing")),
        ("vscode-pull-request-github#1455, kata#203", .test("CommentScreensTests/ReportTests", "escapeWipesNothing")),
        ("rtv#650", .test("EndToEnd/ReadingAndWritingTests", "newLinesAreCtrlJAndAPasteNeverSends")),
        ("Quickddit#20", .test("HomeserverTests/FaultTests", "aCommentArrivesOnceWhateverHappensToIt")),
        (
            "rtv#525, matterhorn 50200.8",
            .test("LocalBoardTests/VisitTests", "anAccountWritesAsFastAsItMayAndIsToldHowLongToWait")
        ),
        (
            "multica#8151, paperclip#12545",
            .test("KillTests/KillTests", "whereverTheProcessEndsNothingIsLostAndNothingIsPostedTwice")
        ),
        ("profanity#1595, #1717", .test("EndToEnd/OneTruthTests", "twoTerminalsOfOnePersonShareOneOutbox")),
    ]

    private static let favourites: [(reports: String, place: Place)] = [
        ("toot#256", .test("EndToEnd/FavouriteTests", "theLastOfManyWishesWins")),
        ("toot#424", .test("EndToEnd/FavouriteTests", "flipsAndCountsBeforeAnyAnswer")),
        ("mastodon#3378", .test("OptimisticStateTests/ReportTests+Refreshing", "countedOnce")),
        ("Flare#2316", .test("EndToEnd/FavouriteTests", "theLastOfManyWishesWins")),
        ("karakeep#2811", .test("EndToEnd/FavouriteTests", "aRefusedOneIsAsTheServerHasItAndMarkedUntilEnter")),
        (
            "iamb#240",
            .test("CommentPresentersTests/FavouriteTests", "fiftyPressesEndInTheLastWishWithAtMostTwoRequests")
        ),
    ]

    // MARK: Widths

    private static let widths: [(reports: String, place: Place)] = [
        ("rtv#444", .test("TerminalUITests/ReportTests", "emojiByTheThousand")),
        ("weechat#2053", .test("CommentScreensTests/ReportTests", "aWideEmojiInANarrowArea")),
        ("weechat#2265", .test("WidthTableTests/WidthTableTests", "allAgreeOnWhatIsDrawnButForWhatThePageNames")),
        ("tmux#3923, #4475, #4287", .test("WidthTableTests/TmuxWidthTests", "thePageSaysWhatTmuxDraws")),
        ("matterhorn#625, #717, #785, #842", .test("CommentScreensTests/ReportTests", "emojiInAName")),
        ("iamb#212, #182", .test("TerminalUITests/ReportTests", "aNameOfFlagsAndLookAlikes")),
        ("lazygit#4347", .test("TerminalUITests/ReportTests", "aWarningSignFirst")),
        ("contact#186", .test("TerminalUITests/ReportTests", "emojiInASmallWindow")),
        ("bubbles#906, textual#3404", .test("EndToEnd/ComposingTests", "theCursorIsAtItsLetterInEveryFrame")),
        ("opencode#15392, zellij#3453", .test("TerminalUITests/ReportTests", "besideJoinedEmoji")),
        ("gitui#542", .test("TerminalUITests/ReportTests", "aLongLineOfJapanese")),
        ("weechat#37775", .test("TerminalUITests/ClusterFormTests", "aCellHoldsFourMarks")),
        ("weechat#2337", .test("TerminalUITests/ReportTests", "noWidth")),
        (
            "codex#34871, claude-code#89489, openclaw#21936, trippy#1344",
            .test("TerminalUITests/ReportTests", "arabicWithLatinAndDigits")
        ),
        ("toot 25b0057", .test("TerminalUITests/ReportTests", "columnsBehindWideLetters")),
        ("toot bf69879", .test("CommentScreensTests/ReportTests", "backspaceInAPrompt")),
    ]

    // MARK: Sizes

    private static let sizes: [(reports: String, place: Place)] = [
        ("rtv#677", .test("EndToEnd/EveryScreenTests", "everySizeOnEveryScreen")),
        ("rtv#316", .test("EndToEnd/EveryScreenTests", "everySizeOnEveryScreen")),
        ("gitui#72, #198, #307, #63", .test("EndToEnd/EveryScreenTests", "everySizeOnEveryScreen")),
        ("twitch-tui#551", .test("EndToEnd/EveryScreenTests", "everySizeOnEveryScreen")),
        ("tui-logger#60", .test("EndToEnd/LeavingTests", "aStormOfResizesEndsInTheLastSize")),
        ("profanity#1671, weechat#902", .test("EndToEnd/LeavingTests", "aStormOfResizesEndsInTheLastSize")),
        ("devenv#3160, symfony#65245, kweblens#442", .test("EndToEnd/SSHTests", "aPtyWithoutASizeIsDrawnOn")),
        ("opencode#38199", .test("EndToEnd/LeavingTests", "aStormOfResizesEndsInTheLastSize")),
        ("iamb#198, #322", .notHere("no picture is drawn: a picture's comment shows its caption")),
    ]

    // MARK: Terminals, signals, SSH

    private static let terminals: [(reports: String, place: Place)] = [
        ("tig#164", .test("EndToEnd/ReportTests", "theTerminalGoesAndNobodySaysSo")),
        (
            "btop#1597, sngrep#424, #544, dot-agent-deck#1138",
            .test("EndToEnd/ReportTests", "theTerminalGoesAndNobodySaysSo")
        ),
        ("weechat#1595, #32, #1010", .test("EndToEnd/ReportTests", "thePasswordPromptEnds")),
        ("bubbletea#1459, matterhorn#622", .test("EndToEnd/LeavingTests", "aSignalLeavesTheTerminalAsItWas")),
        ("baml#2822", .test("EndToEnd/MouseTests", "aCrashLeavesItToo")),
        ("bubbletea#1750", .test("EndToEnd/TerminalMatrixTests", "everyTypeWithEverySignal")),
        (
            "wish#8, #79, #304, #484",
            .test("EndToEnd/SSHVisitorTests", "aConnectionThatDropsKeepsTheDraftAndTheOutboxForTheNext")
        ),
        ("wish#196", .test("EndToEnd/ComposingTests", "theEditorHasTheTerminalAsItWasAndItsTextIsTaken")),
        (
            "bubbletea#1053, #1054, onton#62, tig#232",
            .test("EndToEnd/EveryScreenTests", "stoppedAndContinuedOnEveryScreen")
        ),
        ("lazygit#4584, #1066, #570", .test("EndToEnd/TerminalMatrixTests", "everyTypeWithEverySignal")),
        ("kitty#2186, #579, #1613, ghostty#3160", .test("EndToEnd/TerminalMatrixTests", "everyTypeWithEverySignal")),
        ("rtv#235, #338, #343", .test("EndToEnd/TerminalMatrixTests", "everyTypeWithEverySignal")),
        ("tig#981, #983, cursive#13", .test("EndToEnd/ReportTests", "everyLocale")),
        ("toot#68, jgmenu#19", .test("EndToEnd/ReportTests", "everyLocale")),
        ("pi#7899, TermUI#1957, gsd-2#532", .test("EndToEnd/EveryScreenTests", "keysThatAreSplit")),
        ("opentui#686", .test("EndToEnd/DoctorTests", "answersThatComeLateAreNotTyped")),
        ("hermes-agent#95955, qwen-code#8580", .test("EndToEnd/ReportTests", "nothingElseClearsTheScreen")),
        ("trzsz-ssh#207", .test("EndToEnd/SSHLinkTests", "aKeyCostsFewBytesAndNoArrowIsTakenForEsc")),
        ("rtv 1.20.0, 1.23.0", .test("EndToEnd/ReportTests", "standardErrorIsTheLog")),
    ]

    // MARK: Contents

    private static let contents: [(reports: String, place: Place)] = [
        ("rtv#538, #539, cursive#780", .test("CommentScreensTests/HostileTextTests", "noProbeHarmsTheScreen")),
        (
            "tig#485, matterhorn#390, #604, cli#6916, #932",
            .test("EndToEnd/BadInputTests", "whatOthersStoredIsKeptRawAndShownHarmless")
        ),
        (
            "vercel/ai#20052, mdk#670, open-interpreter#169",
            .test("TerminalUITests/SanitizerTests", "stringsGoUpToTheirEndOrTheEndOfTheLine")
        ),
        ("robota#2212", .notHere("no title of a window is set: no text gets there")),
        ("zulip-terminal 0.5.2, matterhorn#836", .notHere("no command is run for what others write")),
        ("pi#6760, vault-tasks#144", .test("TerminalUITests/SanitizerTests", "lineBreaksBecomeOneAndTheSame")),
        ("rtv 1.12.1", .notHere("no address is opened: it stands there as text, for the terminal to open")),
        ("toot 20968fe", .test("CommentScreensTests/ReportTests", "addressesThatAreNone")),
        ("toot#479, #481, #499, #559", .test("CommentScreensTests/ReportTests", "particularPosts")),
        (
            "t3code#3983, Signal-iOS#655, openclaw#120478",
            .test("CommentScreensTests/ReportTests", "clocksThatAreHoursOff")
        ),
        ("toot 0.29.0, matterhorn#542", .test("EndToEnd/ReportTests", "everyLocale")),
    ]

    // MARK: Pasting, the mouse, much at once, access, signing in

    private static let using: [(reports: String, place: Place)] = [
        (
            "gomuks#337, IceChat#35, weechat#1502, #1503, #1504",
            .test("TerminalUITests/PasteTests", "aReturnWithTextBehindItIsALineBreak")
        ),
        ("deepagents#3856", .test("TerminalUITests/PasteTests", "aPasteWithoutBracketsGoesOnInTheNextRead")),
        ("cordless#87, cursive#482, pspg#23", .test("EndToEnd/MouseTests", "isOffUnlessItIsAskedFor")),
        ("tcell#680, twitch-tui#629", .test("EndToEnd/ConfigurationTests", "coloursAreThereOrNot")),
        ("mongotui#1", .test("TerminalUITests/ThemeTests", "theSelectedIsToldApartWithoutColour")),
        (
            "commonwealth#12504, Hackers#155, Octal#303",
            .test("CommentScreensTests/ScrollTests", "aFrameReadsAWindowNotTheList")
        ),
        (
            "opencode#39368, pi#4687, clack#585",
            .test("EndToEnd/LineModeTests", "aTerminalThatPlacesNoCursorGetsLines")
        ),
        (
            "claude-code#83316, pixlet#1089, longbridge-terminal#32",
            .notHere("signing in is a name and a password in the terminal itself: no browser has a part in it")
        ),
        ("profanity#1103, #1083, #1894", .test("CommentsTests/BoardReaderTests", "anOutageIsSaidAndEndsByItself")),
    ]
}
