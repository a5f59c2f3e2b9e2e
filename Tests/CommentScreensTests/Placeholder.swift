import Testing

@Test func placeholderOfCommentScreens() {}
