import Testing

@Test func placeholderOfOptimisticState() {}
