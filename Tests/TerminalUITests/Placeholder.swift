import Testing

@Test func placeholderOfTerminalUI() {}
