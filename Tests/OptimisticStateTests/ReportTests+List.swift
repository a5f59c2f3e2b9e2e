import FoundationEssentials
import Testing

extension ReportTests {
    enum Place {
        case test(String)
        case notHere(String)
    }

    /// Every report that was read about state that is shown before it is so, and two about a client, with its test.
    static let everyReport: [(reports: String, place: Place)] = [
        // Duplicates
        ("element-web#10273", .test("resentUnderItsKey")),
        ("element-ios#512", .test("resentUnderItsKey")),
        ("element-ios#1731, matrix-ios-sdk#458", .test("resentUnderItsKey")),
        ("Tusky#2951", .test("resentUnderItsKey")),
        ("mattermost#2925", .test("resentUnderItsKey")),
        ("mattermost#6625", .test("retryPressedRepeatedly")),
        ("gossip#288", .test("reconnecting")),
        ("TanStack/query#4846", .test("restartsWhileOffline")),
        ("urql#3158", .test("drainedTwice")),
        ("firebase-ios-sdk#16475, firebase-android-sdk#8440", .test("resentUnderItsKey")),
        ("apollo-client#2368, #1100", .test("oneRowInEveryFrame")),
        ("element-x-ios#321, #4242", .test("oneRowInEveryFrame")),
        ("relay#3060", .test("oneRowInEveryFrame")),
        ("react#28574, #31943", .test("oneRowInEveryFrame")),
        ("TanStack/db#893", .test("oneRowInEveryFrame")),
        ("WatermelonDB#1664, #1881", .test("oneRowInEveryFrame")),
        ("element-web#31376", .test("placeholderIDs")),
        // Lost work
        ("TanStack/query#6238", .test("inFlightAtTheEnd")),
        ("tdesktop#3704", .test("inFlightAtTheEnd")),
        (
            "nextcloud/talk-android#880, Signal-Android#1897",
            .notHere("a text that was not sent off is a draft, and no mutation yet: the drafts' tests have it")
        ),
        ("amplify-swift#1324", .test("madeWhileRestarting")),
        ("amplify-android#976, #2077", .test("expiredSession")),
        ("element-x-ios#3367, #3780, #3403", .test("notYetRead")),
        ("Expensify#98314", .test("replayIsDone")),
        ("Expensify#101207", .test("byID")),
        ("redux-offline#393", .test("unreachableButOnline")),
        ("element-web#11834, #11035, nheko#1713", .test("editInFlight")),
        ("powersync-js#605", .test("inTheOrderTyped")),
        ("offix#447, redux-offline#400", .test("aFailureKeepsTheText")),
        // Order
        ("element-web#5408", .test("inTheOrderTyped")),
        ("mattermost#5089", .test("inTheOrderTyped")),
        ("wee-slack#264", .test("inTheOrderTyped")),
        ("matrix-rust-sdk#1194", .test("inTheOrderTyped")),
        ("matrix-rust-sdk#4389, #6843", .test("refusedOne")),
        // Stuck, or not to be retried
        ("element-x-ios#4050, element-x-android#7496, #5145", .test("cleared")),
        ("element-ios#6344", .test("cleared")),
        ("powersync-swift#179, powersync-native#15, powersync.dart#203", .test("retriedByItself")),
        ("TanStack/query#5847, #4902", .test("retriedByItself")),
        ("xananews#8, robrix#1059, #1061", .test("refusedOne")),
        ("replicache-old#59", .test("refusedForGood")),
        ("rocicorp/mono#6555", .notHere("an effect can't throw: the compiler holds what that report is about")),
        ("status-legacy#11020", .test("aFlagSetOffline")),
        ("zulip#18375, #15351", .test("retryPressedRepeatedly")),
        ("zulip#39803", .test("cleared")),
        // Toggles
        ("swr#425", .test("pressedManyTimes")),
        ("social-app#1933", .test("toggleBeforeTheName")),
        ("mastodon#574", .test("refusedFlag")),
        ("coralproject/talk#301", .test("countedOnce")),
        ("Tusky#3632", .test("refusedFlag")),
        ("toot#206", .test("refusedFlag")),
        ("Expensify#23679", .test("doesNotComeBack")),
        ("Expensify#19635", .test("countedOnce")),
        ("stream-chat-android#3453", .test("doesNotComeBack")),
        ("urql#2478, #3663", .test("pressedManyTimes")),
        ("apollo-client#3691", .test("firstOfFiveFails")),
        // Old readings
        ("TanStack/query#439, #5968", .test("refresh")),
        ("redux-toolkit#1512, #4271, #5103", .test("refresh")),
        ("wasp#670", .test("refresh")),
        ("TanStack/db#1017, #645, #650, #1010", .test("noGap")),
        ("matrix-rust-sdk#3941, #5909, element-x-ios#4794", .test("notYetRead")),
        ("inertia#2950", .test("eachGoesAlone")),
        ("apollo-kotlin#607, #3577", .test("eachGoesAlone")),
        ("relay#2489", .test("eachGoesAlone")),
        ("apollo-client#5790, #6183, redux-toolkit#5140", .test("aFailureReachesTheViews")),
        ("urql#1079", .test("goingOnline")),
        ("element-x-ios#698", .test("whileTheHistoryLoads")),
        ("IceCubesApp#818, #888", .test("listAndDetail")),
        ("react#33545", .test("unrelatedOneIsPending")),
        // Accounts
        (
            "zulip-mobile#3278, #1530, ground-android#1683, PackRat#2751, aws-mobile-appsync-sdk-android#101, "
                + "sahidawa-india#4070", .test("otherAccount")
        ),
        ("redux-offline#266", .test("waitsForSignIn")),
        // Becoming fewer
        ("Expensify#39432", .test("byID")),
        ("Expensify#85412", .test("decidedTwice")),
        // Of the client's
        ("octo.nvim#323", .test("savedAgain")),
        ("toot#256", .test("pressedManyTimes")),
    ]

    @Test func everyReportHasItsTestOrAReason() throws {
        let folder = #filePath.dropLast("ReportTests+List.swift".count)
        let source = try ["ReportTests.swift", "ReportTests+Refreshing.swift"]
            .map { try String(contentsOfFile: folder + $0, encoding: .utf8) }.joined()
        for (reports, place) in Self.everyReport {
            switch place {
            case .test(let name): #expect(source.contains("func \(name)("), "\(reports)")
            case .notHere(let why): #expect(!why.isEmpty)
            }
        }
    }
}
