import Testing

@Test func placeholderOfOutboxStore() {}
