/// The known word that a mistyped one was most likely meant to be: at most two edits away, or a third of its length.
package func suggestion(for word: String, among known: [String]) -> String? {
    let scored = known.map { (candidate: $0, distance: editDistance(word, $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, word.count / 3) ? best.candidate : nil
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
private func editDistance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for j in 0...b.count { rows[0][j] = j }
    for i in a.indices {
        for j in b.indices {
            let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
            rows[i + 1][j + 1] = min(replaced, rows[i][j + 1] + 1, rows[i + 1][j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                rows[i + 1][j + 1] = min(rows[i + 1][j + 1], rows[i - 1][j - 1] + 1)
            }
        }
    }
    return rows[a.count][b.count]
}
