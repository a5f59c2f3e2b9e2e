/// What the album is chosen from.
enum Scenes {
    static let all: [Scene] = summer + home + milestones

    private static let summer = [
        Scene(
            .en1, "Sunday at the lake",
            "The water was colder than it looks. Nobody stayed in for longer than a minute, and everyone said that it "
                + "was wonderful.",
            [
                Line(.ja1, "水がきれい！冷たかったでしょう？", [Line(.en1, "Freezing. I have never seen Dad run like that.")]),
                Line(.en2, "For the record: I walked. Quickly."),
                Line(.ko1, "다음에는 우리도 꼭 데려가 줘요 🏊"),
                Line(.en3, "Who is the one with the towel over their head?", [Line(.en2, "That is your grandson 😄")]),
            ]),
        Scene(
            .ja1, "夏の海とかき氷 🍧", "三時間ならんだけれど、その価値はありました。いちご味は最後の一つ！",
            [
                Line(.ja2, "いいなあ。抹茶も食べた？", [Line(.ja1, "もちろん。二杯目です。")]),
                Line(.en1, "The colour of that syrup! Three hours though?"),
                Line(.ko2, "저 줄 끝에 있는 사람, 혹시 아빠예요? ㅋㅋ"),
                Line(.ja3, "海の写真ももっと見たい。"),
            ]),
        Scene(
            .en2, "We tried to put up a tent",
            "Picture one: the instructions. Picture two: the tent, forty minutes later. Picture three: the hotel.",
            [
                Line(.en3, "In my day we read the instructions first."),
                Line(.ja2, "ホテル、正解です。"),
                Line(.ko1, "텐트보다 표정이 더 재미있어요 ⛺️"),
                Line(.en1, "Picture four is missing: breakfast in bed."),
            ]),
        Scene(
            .ko1, "할머니와 함께한 한강 소풍 🧺", "김밥은 열 줄, 사람은 다섯 명. 남은 건 하나도 없었습니다.",
            [
                Line(.ko2, "열 줄이요? 저는 두 줄밖에 못 먹었는데요.", [Line(.ko1, "아빠가 네 줄 드셨어요 😂")]),
                Line(.en1, "I can smell the sesame oil from here."),
                Line(.ja3, "おばあちゃん、お元気そうでなにより。"),
            ]),
        Scene(
            .ja3, "花火大会、去年より近くで 🎆", "音が体に響いて、さくらは途中で泣いてしまいました。でも最後は拍手。",
            [
                Line(.en2, "She clapped! Last year she hid under the blanket."),
                Line(.ja1, "大きくなったねえ。浴衣もよく似合ってる。"),
                Line(.ko2, "사진에서도 소리가 들리는 것 같아요."),
                Line(.ja2, "来年は一緒に行こう。場所取りは任せて！", [Line(.ja3, "朝五時だよ？", [])]),
            ]),
    ]

    private static let home = [
        Scene(
            .en3, "The garden in April, before the rain and after it",
            "Everything is two weeks early this year. The peonies do not know what to think.",
            [
                Line(.en1, "The peonies! 🌸 Please keep one for us."),
                Line(.ja1, "毎年この写真を楽しみにしています。"),
                Line(.en2, "Is that the frog again?", [Line(.en3, "The same one. He has a name now. It is Frank.")]),
                Line(.ko1, "비 온 뒤가 더 예쁘네요."),
            ]),
        Scene(
            .ja2, "初めてのパン作り", "ふくらみました。少しだけ。味は、うん、パンです。",
            [
                Line(.en1, "It is a very honest loaf."),
                Line(.ja3, "バターをつければ何でもおいしいよ。"),
                Line(.ko1, "저도 지난주에 실패했어요. 같이 배워요! 🍞"),
            ]),
        Scene(
            .en1, "Someone has found the flour",
            "I was on the phone for two minutes. Two. The dog is white now, the kitchen is white, and she is very proud.",
            [
                Line(.en3, "Frame this one."),
                Line(.ja1, "犬の顔がいちばん好き 🐶", [Line(.en1, "He has not forgiven us.")]),
                Line(.ko2, "청소는 누가 했나요…?"),
                Line(.en2, "I did. It is in the keyboard. It will be in the keyboard for ever."),
            ]),
        Scene(
            .ko2, "고양이가 새집에 적응하는 중", "첫째 날: 소파 밑. 둘째 날: 소파 위. 셋째 날: 제 베개.",
            [
                Line(.ko1, "셋째 날이면 이제 주인이네요 🐱"),
                Line(.en2, "Day four: the lease is in her name."),
                Line(.ja2, "まくら、取られましたね。"),
            ]),
        Scene(
            .en2, "Snow, enough for exactly one snowman",
            "We used all of it. There is a green rectangle where the lawn was.",
            [
                Line(.ja1, "小さい！でもちゃんと帽子をかぶってる ⛄️"),
                Line(.en3, "He looks like your uncle."),
                Line(.ko1, "당근 코가 몸보다 커요 ㅎㅎ", [Line(.en2, "It was the only carrot we had.")]),
            ]),
    ]

    private static let milestones = [
        Scene(
            .en1, "First steps", "Three of them, from the sofa to the table. Then she sat down and laughed.",
            [
                Line(.en3, "I have watched it eleven times. Do not ask how many times I have cried."),
                Line(.ja3, "おめでとう！これから目が離せないね 👏"),
                Line(.ko1, "세 걸음이라니! 너무 대견해요 💛"),
                Line(.en2, "And she has not stopped since. The cupboards have locks now."),
            ]),
        Scene(
            .ja1, "七五三、着物で全力疾走", "神社の石段を三回。写真はほとんどぶれています。",
            [
                Line(.ja2, "ぶれているのがいちばんいい写真。"),
                Line(.en2, "The sleeves! She looks like a small, very fast butterfly."),
                Line(.ko2, "한복 입은 우리 지우랑 같이 찍어 주고 싶다."),
                Line(.en3, "Beautiful. Did she keep the shoes on?", [Line(.ja1, "Only one of them 😅")]),
            ]),
        Scene(
            .ko1, "지우의 첫 자전거 🚲", "뒤에서 잡아 준다고 했지만, 사실은 처음부터 놓고 있었어요.",
            [
                Line(.en2, "The oldest trick. It works every time."),
                Line(.ko2, "아직도 모르죠? 비밀 지킬게요 🤫"),
                Line(.ja3, "転ばずに行けたの？すごい！"),
            ]),
        Scene(
            .en3, "Eighty! 🎂",
            "Thank you all for the songs, the flowers, and for not putting eighty candles on it. The fire brigade sends "
                + "its regards too.",
            [
                Line(.ja1, "お誕生日おめでとうございます。いつまでもお元気で！"),
                Line(.ko1, "할머니 생신 축하드려요! 건강하세요 💐"),
                Line(.en1, "Best speech of the evening: “I am only here for the cake.”"),
                Line(.en2, "Same time next year. We bring the extinguisher.", [Line(.en3, "You had better.")]),
            ]),
    ]

    /// What guests say, by language: it fits under anything.
    static func remarks(in language: Voice.Language) -> [String] {
        switch language {
        case .english:
            [
                "Love this one!", "Look at that face 😍", "We have to come and visit soon.", "This made my morning.",
                "How time flies…", "Can you send me the big version?", "Haha, exactly like last year!",
            ]
        case .japanese:
            ["かわいい！", "すてきな写真ですね。", "また会いたいなあ。", "元気そうでよかった 😊", "これ、どこで撮ったの？", "笑った！"]
        case .korean:
            ["너무 예뻐요!", "보기만 해도 행복해져요 😊", "다음에 꼭 같이 가요.", "와, 많이 컸네요!", "여기 어디예요?", "ㅋㅋㅋ 최고!"]
        }
    }
}
