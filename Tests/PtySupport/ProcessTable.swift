import Glibc

/// What the kernel says about living processes.
package enum ProcessTable {
    /// The processes of a session that are not zombies.
    package static func session(_ leader: pid_t) -> [pid_t] {
        living { process, status in status.session == leader }
    }

    /// The processes that have `text` in their arguments, and are not zombies.
    package static func processes(naming text: String) -> [pid_t] {
        living { process, _ in self.text(of: "/proc/\(process)/cmdline").contains(text) }
    }

    /// Whether the process runs the program at `path`, links followed.
    package static func runs(_ process: pid_t, _ path: String) -> Bool {
        var (own, meant) = (stat(), stat())
        return stat("/proc/\(process)/exe", &own) == 0 && stat(path, &meant) == 0
            && own.st_ino == meant.st_ino && own.st_dev == meant.st_dev
    }

    /// How long all threads of the process have run, in nanoseconds. Times in ticks miss what is shorter than one.
    package static func runTime(of process: pid_t) -> Int64 {
        threads(of: process).reduce(0) { sum, thread in
            sum + (text(of: thread + "/schedstat").split(separator: " ").first.flatMap { Int64($0) } ?? 0)
        }
    }

    /// How often its threads were given a processor: an idle process is not.
    package static func contextSwitches(of process: pid_t) -> Int {
        threads(of: process).reduce(0) { sum, thread in
            text(of: thread + "/status").split(separator: "\n").reduce(sum) { sum, line in
                guard line.contains("ctxt_switches:") else { return sum }
                return sum + (line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
            }
        }
    }

    private static func threads(of process: pid_t) -> [String] {
        guard let folder = opendir("/proc/\(process)/task") else { return [] }
        defer { closedir(folder) }
        var threads: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if pid_t(name) != nil { threads.append("/proc/\(process)/task/\(name)") }
        }
        return threads
    }

    /// What a descriptor of the process leads to.
    package static func target(of descriptor: Int32, in process: pid_t) -> String? {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/\(process)/fd/\(descriptor)", &path, path.count)
        return count > 0 ? String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func living(
        _ isMeant: (pid_t, (state: Character, session: pid_t)) -> Bool
    ) -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let process = pid_t(name), let status = status(of: process) else { continue }
            if isMeant(process, status), status.state != "Z", status.state != "X" { found.append(process) }
        }
        return found
    }

    /// The state's letter: R, S, T (stopped), Z, …; nil for a process that is not there.
    package static func state(of process: pid_t) -> Character? { status(of: process)?.state }

    /// The direct children of a process.
    package static func children(of process: pid_t) -> [pid_t] {
        text(of: "/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
    }

    /// Bytes of memory that are the process's own, in RAM or swapped out.
    package static func privateMemory(of process: pid_t) -> Int {
        text(of: "/proc/\(process)/smaps_rollup").split(separator: "\n").reduce(0) { sum, line in
            guard line.hasPrefix("Anonymous:") || line.hasPrefix("Swap:") else { return sum }
            return sum + (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1_024
        }
    }

    private static func status(of process: pid_t) -> (state: Character, session: pid_t)? {
        // The name before it stands in brackets and may hold anything, brackets too.
        let line = text(of: "/proc/\(process)/stat")
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 3, let state = fields[0].first, let session = pid_t(fields[3]) else { return nil }
        return (state, session)
    }

    private static func text(of path: String) -> String {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return "" }
        let file = Descriptor(number)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case .bytes(let count) = file.read(into: &buffer) { text += buffer.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }
}
