import CCurl
import OptimisticState
import Glibc

/// One request under way: its handle, what has come of the answer, and who waits for it. Touched by the engine's thread
/// alone once it has begun.
///
/// Unchecked: it is handed from the asking task to the engine's thread, and nobody else has it.
final class Transfer: @unchecked Sendable {
    typealias Result = Swift.Result<HTTPAnswer, HTTPFailure>

    let id: UInt64
    let request: HTTPRequest
    private let continuation: CheckedContinuation<Result, Never>
    private(set) var handle: OpaquePointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private var contentType = ""
    private var retryAfter = ""
    private var date: Timestamp?
    private var server = ""
    private var hasBegunToAnswer = false
    private var isTooLong = false
    /// What had been sent, in bytes, when the way to the server stood: to a proxy, and none of the request. Nil until
    /// then.
    private var sentBefore: Int?
    /// When the first byte has to be there, by the monotonic clock.
    private var answerBy: Int64 = 0

    init(id: UInt64, request: HTTPRequest, continuation: CheckedContinuation<Result, Never>) {
        self.id = id
        self.request = request
        self.continuation = continuation
    }

    /// When it has to be ended for want of an answer; nil once one has begun.
    var deadline: Int64? { hasBegunToAnswer ? nil : answerBy }

    /// Prepares the handle.
    ///
    /// - Returns: false if there can be no such request.
    func prepare(at now: Int64) -> Bool {
        guard let easy = ccurl_easy() else { return false }
        handle = OpaquePointer(easy)
        answerBy = now + request.limits.answering.milliseconds
        let lines = request.headers.map { "\($0.name): \($0.value)" }
        // A line end in a header would begin another one.
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else { return false }
        for line in lines { headers = ccurl_list_append(headers, line) }
        if let type = request.body?.type { headers = ccurl_list_append(headers, "Content-Type: \(type)") }
        var codes = [
            ccurl_set_text(easy, CURLOPT_URL, request.url),
            ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            ccurl_set_text(easy, CURLOPT_USERAGENT, "rakkan"),
            // Every packing that the library knows; the limit counts what comes out.
            ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, ""),
            ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1),
            // An abort does not wait for a thread that looks up a name.
            ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1),
            ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.limits.connecting.clampedMilliseconds),
            ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, request.limits.whole.clampedMilliseconds),
            ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, request.isIdempotent ? 0 : 1),
            ccurl_set_list(easy, CURLOPT_HTTPHEADER, headers),
            ccurl_set_sink(easy, CURLOPT_WRITEFUNCTION, takeBody),
            ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context),
            ccurl_set_sink(easy, CURLOPT_HEADERFUNCTION, takeHeader),
            ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context),
            // What a proxy says of the tunnel is no answer.
            ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            ccurl_set_ready(easy, tellReady),
            ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context),
        ]
        if let file = getenv("SSL_CERT_FILE"), file.pointee != 0 {
            codes.append(ccurl_set_text(easy, CURLOPT_CAINFO, file))
        }
        if request.followsRedirects {
            codes += [
                ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 1), ccurl_set_long(easy, CURLOPT_MAXREDIRS, 5),
                ccurl_set_text(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https"),
            ]
        }
        if let body = request.body?.bytes {
            codes.append(ccurl_set_body(easy, body, body.count))
        } else if request.method != .get {
            codes.append(ccurl_set_body(easy, [], 0))
        }
        codes.append(ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue))
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    // MARK: The answer

    fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= request.limits.answerLength else {
            isTooLong = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    fileprivate func take(header bytes: UnsafeRawBufferPointer) {
        hasBegunToAnswer = true
        // The one before was a redirect's, or a 100.
        if bytes.starts(with: "HTTP/".utf8) {
            contentType = ""
            retryAfter = ""
            date = nil
            server = ""
            body = []
            return
        }
        guard bytes.count < 1_024, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard ["content-type", "retry-after", "date", "server"].contains(name) else { return }
        let value = String(decoding: bytes[(colon + 1)...], as: UTF8.self).trimmed
        if name == "retry-after" {
            retryAfter = value
        } else if name == "date" {
            date = Timestamp(httpDate: value)
        } else if name == "server" {
            server = value
        } else {
            contentType = value.prefix { $0 != ";" }.lowercased().trimmed
        }
    }

    // MARK: The end

    fileprivate func becomeReady() {
        // The first time counts: libcurl may send the request again by itself.
        if sentBefore == nil { sentBefore = sent }
    }

    /// What has been sent so far, in bytes, to a proxy that was asked for a tunnel as well.
    private var sent: Int { handle.map { ccurl_long(UnsafeMutableRawPointer($0), CURLINFO_REQUEST_SIZE) } ?? 0 }

    private var hasLeft: Bool { sentBefore.map { sent > $0 } ?? false }

    /// With what a proxy refused to make a tunnel; nil if none did.
    private var proxyStatus: Int? {
        guard sentBefore == nil, let handle else { return nil }
        let status = ccurl_long(UnsafeMutableRawPointer(handle), CURLINFO_HTTP_CONNECTCODE)
        return status == 0 || (200..<300).contains(status) ? nil : status
    }

    /// The result of a transfer that libcurl has brought to its end.
    func result(_ code: CURLcode) -> Result {
        guard code == CURLE_OK, let handle else {
            let kind = isTooLong ? .tooLong : proxyStatus.map { .refusedByProxy(status: $0) } ?? HTTPFailure.Kind(code)
            return .failure(HTTPFailure(kind, hasLeft: hasLeft, words: String(cString: ccurl_words(code))))
        }
        let status = ccurl_long(UnsafeMutableRawPointer(handle), CURLINFO_RESPONSE_CODE)
        return .success(
            HTTPAnswer(
                status: status, body: body, contentType: contentType,
                retryAfter: Duration(retryAfter: retryAfter, at: date ?? wallClock()), date: date, server: server))
    }

    func failure(_ kind: HTTPFailure.Kind) -> Result { .failure(HTTPFailure(kind, hasLeft: hasLeft)) }

    /// Frees the handle, which is in no multi handle any more, and tells the result.
    func end(_ result: Result) {
        if let handle { ccurl_easy_free(UnsafeMutableRawPointer(handle)) }
        handle = nil
        ccurl_list_free(headers)
        headers = nil
        continuation.resume(returning: result)
    }
}

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private let takeBody: ccurl_sink = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    return transfer(context).take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let tellReady: ccurl_ready = { context, _, _, _, _ in
    if let context { transfer(context).becomeReady() }
    return 0
}

private let takeHeader: ccurl_sink = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    transfer(context).take(header: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

extension HTTPFailure.Kind {
    /// The class of one of libcurl's errors (libcurl-errors(3)).
    fileprivate init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_PROXY,
                CURLE_INTERFACE_FAILED:
                .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
                .untrusted
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_TOO_MANY_REDIRECTS: .malformed
            case _: .broken
            }
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
    fileprivate var clampedMilliseconds: Int { Int(Swift.min(Swift.max(1, milliseconds), 86_400_000)) }
}

extension String {
    fileprivate var trimmed: String {
        let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
        return String(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }
}
