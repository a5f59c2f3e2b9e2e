import Configuration
import Glibc
import NetworkConditions
import StateFiles
import Visitors

/// `config.json`: read by everything that it is about, written by nothing.
enum ConfigurationFile {
    struct Reading {
        /// Nil where there is no home for one.
        let path: String?
        /// The board that is opened where nobody names one.
        var board: String?
        let exists: Bool
        let configuration: Configuration
        /// What makes it refused.
        let mistakes: [Mistake]
    }

    /// What it says.
    ///
    /// - Throws: ``UsageError`` with the first thing that is wrong with it.
    static func load() throws(UsageError) -> Configuration {
        let reading = read()
        guard let mistake = reading.mistakes.first else { return reading.configuration }
        let others = reading.mistakes.count - 1
        let more = others > 0 ? " (and \(others) more: rakkan config check)" : ""
        throw UsageError(sentence: sentence(mistake, in: reading.path ?? "") + more)
    }

    static func read() -> Reading {
        guard let folders = try? StateFolders(stateDirectory: nil, environment: environment()) else {
            return Reading(path: nil, exists: false, configuration: Configuration(), mistakes: [])
        }
        let (path, board) = (folders.configuration, folders.board)
        func refused(_ why: String) -> Reading {
            Reading(
                path: path, board: board, exists: true, configuration: Configuration(),
                mistakes: [Mistake(line: nil, sentence: why)])
        }
        guard let bytes = readFile(path, limit: Configuration.longest) else {
            if errno == ENOENT || errno == ENOTDIR {
                return Reading(path: path, board: board, exists: false, configuration: Configuration(), mistakes: [])
            }
            return refused("it can't be read: \(String(cString: strerror(errno)))")
        }
        guard bytes.count <= Configuration.longest else { return refused("it is longer than a megabyte") }
        guard let text = String(validating: bytes, as: UTF8.self) else { return refused("it is no text in UTF-8") }
        let (configuration, mistakes) = Configuration.read(text) { network in
            do throws(NetworkMistake) {
                _ = try Network.parse(network)
                return nil
            } catch {
                return UsageError(error).sentence
            }
        } limitsMistake: { limits in
            do throws(VisitorLimits.Mistake) {
                _ = try VisitorLimits.parse(limits)
                return nil
            } catch {
                return UsageError(error).sentence
            }
        }
        return Reading(path: path, board: board, exists: true, configuration: configuration, mistakes: mistakes)
    }

    /// A mistake as a line: where, what, and what would be right.
    static func sentence(_ mistake: Mistake, in path: String) -> String {
        let place = mistake.line.map { ", line \($0)" } ?? ""
        return "\(shown(path))\(place): \(shown(mistake.sentence))"
    }
}

extension Command {
    /// Whether what the configuration says can matter to it: a broken one stops nobody from asking for help.
    var usesConfiguration: Bool {
        switch self {
        case .help, .version, .completions, .config, .doctor: false
        case .client, .demo, .signIn, .signUp, .signOut, .rooms, .posts, .comments, .post, .comment, .favourite,
            .outbox, .board, .keys:
            true
        }
    }
}
