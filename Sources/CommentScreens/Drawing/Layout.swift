import TerminalUI

/// How a screen is parted: feed and post side by side where there is room, one after the other where there is not.
struct Layout {
    /// Below this, only a word fits.
    static let least = Size(columns: 20, rows: 5)
    /// From so many columns on, feed and post stand side by side.
    static let wide = 100

    /// A line of its own above everything; nil if there is no room, or nothing to say.
    let banner: Rect?
    /// Everything between it and the status line.
    let body: Rect
    /// The feed beside the main pane; nil if there is no room.
    let side: Rect?
    let main: Rect
    let status: Rect

    /// Room for most titles; what is more than that is the comments'.
    private static let widestSide = 64

    /// Below so many rows the banner gives way to what matters more.
    private static let bannerRows = 12

    init(size: Size, hasBanner: Bool = false) {
        let top = hasBanner && size.rows >= Self.bannerRows ? 1 : 0
        banner = top > 0 ? Rect(column: 0, row: 0, columns: size.columns, rows: 1) : nil
        body = Rect(column: 0, row: top, columns: size.columns, rows: size.rows - 1 - top)
        status = Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
        guard size.columns >= Self.wide else {
            side = nil
            main = body
            return
        }
        let width = min(Self.widestSide, size.columns / 3)
        side = Rect(column: 0, row: top, columns: width, rows: body.rows)
        main = Rect(column: width + 1, row: top, columns: size.columns - width - 1, rows: body.rows)
    }
}
