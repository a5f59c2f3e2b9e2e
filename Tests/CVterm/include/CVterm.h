#ifndef CVTERM_H
#define CVTERM_H

#include <vterm.h>

/* What a program has switched on in its terminal. Callbacks with unions and cells with bit-fields are out of reach of
 * Swift's importer: they end here. */
struct cvterm_modes {
    int alternate_screen;
    int cursor_visible;
    int mouse; /* one of VTERM_PROP_MOUSE_… */
    int bells; /* how often it rang */
};

/* Keeps `modes` up to date. It has to live as long as the screen. */
void cvterm_follow(VTermScreen *screen, struct cvterm_modes *modes);

/* How a cell is drawn. */
struct cvterm_look {
    int bold, underline, reverse;
    int has_colour; /* the foreground is not the default one */
};
struct cvterm_look cvterm_look_at(const VTermScreen *screen, int row, int column);

/* What stands in a cell. */
struct cvterm_cell {
    uint32_t text[VTERM_MAX_CHARS_PER_CELL]; /* zeros behind the last */
    int width;                               /* 2 for a wide one; its second cell is not asked for */
    int bold, italic, underline, reverse;
    int colour; /* an index of the palette; -1 is the terminal's own */
};
struct cvterm_cell cvterm_cell_at(const VTermScreen *screen, int row, int column);

#endif
