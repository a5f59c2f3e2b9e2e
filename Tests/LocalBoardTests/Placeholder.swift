import Testing

@Test func placeholderOfLocalBoard() {}
