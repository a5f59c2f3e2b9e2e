/// One change of a text: at an offset, some bytes of UTF-8 take the place of others. Both are whole scalars.
package struct TextEdit: Hashable, Sendable {
    package var offset: Int
    package var removed: [UInt8]
    package var inserted: [UInt8]

    package init(offset: Int, removed: [UInt8] = [], inserted: [UInt8] = []) {
        self.offset = offset
        self.removed = removed
        self.inserted = inserted
    }

    /// What takes it back.
    var inverse: TextEdit { TextEdit(offset: offset, removed: inserted, inserted: removed) }
}
