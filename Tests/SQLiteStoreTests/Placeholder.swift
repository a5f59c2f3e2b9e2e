import Testing

@Test func placeholderOfSQLiteStore() {}
