/// Why the program can't do what it was asked: one sentence for standard error, and the exit status.
struct ProgramError: Error {
    var sentence: String
    var status = ExitStatus.failed
}
