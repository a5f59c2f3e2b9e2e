import OptimisticState

/// Asks HTTP servers, by libcurl on a thread of its own: connections are used again, TLS is verified, proxies are those
/// of the environment, and any request ends at any moment by cancelling its task. Whom to believe is the system's list of
/// certificates, or that in the file that `SSL_CERT_FILE` names, as everywhere else where OpenSSL is at work.
///
/// The library is loaded and the thread begins with the first request.
package final class HTTPClient: Sendable {
    private struct State {
        var engine: Engine?
        var nextID: UInt64 = 0
    }
    private let state = Locked(State())

    package init() {}

    deinit { state.withLock { $0.engine }?.close() }

    /// Why there can be no request: libcurl is not installed. Nil if it is.
    package static var whyNot: String? { Engine.whyNot }

    /// How many requests are under way.
    package var underWay: Int { state.withLock { $0.engine }?.count ?? 0 }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer {
        if let words = Self.whyNot { throw HTTPFailure(.noLibrary, hasLeft: false, words: words) }
        let (engine, id) = state.withLock { state in
            let engine = state.engine ?? Engine()
            state.engine = engine
            state.nextID += 1
            return (engine, state.nextID)
        }
        // A cancellation that came after the end has left its number behind.
        defer { engine.forget(id) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                engine.begin(Transfer(id: id, request: request, continuation: continuation))
            }
        } onCancel: {
            engine.abort(id)
        }
        return try result.get()
    }
}
