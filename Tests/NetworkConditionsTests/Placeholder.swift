import Testing

@Test func placeholderOfNetworkConditions() {}
