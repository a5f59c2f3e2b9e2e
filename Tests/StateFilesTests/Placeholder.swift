import Testing

@Test func placeholderOfStateFiles() {}
