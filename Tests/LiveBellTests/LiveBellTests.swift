import Testing

@Test func placeholderOfLiveBell() {}
