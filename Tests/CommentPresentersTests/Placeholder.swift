import Testing

@Test func placeholderOfCommentPresenters() {}
