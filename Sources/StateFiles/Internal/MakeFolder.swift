import Glibc

/// Makes a folder that only its owner may enter, and those above it that are missing.
func makeFolder(_ path: String) throws(StateFileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST {
        var status = stat()
        guard stat(path, &status) == 0 else { throw StateFileError(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StateFileError(path, number: ENOTDIR) }
        return
    }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw StateFileError(path)
    }
    try makeFolder(String(path[..<slash]))
    // Another process may have come first.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StateFileError(path) }
}
