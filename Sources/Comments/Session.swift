/// A signed-in account: what requests are made as, and what is remembered until the user signs out.
package struct Session: Hashable, Codable, Sendable {
    /// The service's id of the account: what an outbox belongs to.
    package let account: String
    /// The name that others see.
    package let name: String
    /// The secret that stands for the password. Never logged, never in arguments, 0600 on disk.
    package let token: String

    package init(account: String, name: String, token: String) {
        self.account = account
        self.name = name
        self.token = token
    }
}

/// What mutations are sent to: a service, as an account, with the deadlines that requests have.
package struct Connection: Sendable {
    package let service: any CommentService
    package let session: Session
    package let deadlines: Deadlines

    package init(service: any CommentService, session: Session, deadlines: Deadlines) {
        self.service = service
        self.session = session
        self.deadlines = deadlines
    }
}
