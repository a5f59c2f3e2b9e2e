#include "CVterm.h"

static int property_changed(VTermProp property, VTermValue *value, void *user) {
    struct cvterm_modes *modes = user;
    switch (property) {
    case VTERM_PROP_ALTSCREEN: modes->alternate_screen = value->boolean; break;
    case VTERM_PROP_CURSORVISIBLE: modes->cursor_visible = value->boolean; break;
    case VTERM_PROP_MOUSE: modes->mouse = value->number; break;
    default: break;
    }
    return 1;
}

static int bell_rang(void *user) {
    ((struct cvterm_modes *)user)->bells += 1;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = property_changed, .bell = bell_rang};

void cvterm_follow(VTermScreen *screen, struct cvterm_modes *modes) {
    *modes = (struct cvterm_modes){.cursor_visible = 1};
    vterm_screen_set_callbacks(screen, &callbacks, modes);
}

struct cvterm_look cvterm_look_at(const VTermScreen *screen, int row, int column) {
    VTermScreenCell cell;
    if (!vterm_screen_get_cell(screen, (VTermPos){.row = row, .col = column}, &cell)) return (struct cvterm_look){0};
    return (struct cvterm_look){
        .bold = cell.attrs.bold,
        .underline = cell.attrs.underline != VTERM_UNDERLINE_OFF,
        .reverse = cell.attrs.reverse,
        .has_colour = !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg),
    };
}

struct cvterm_cell cvterm_cell_at(const VTermScreen *screen, int row, int column) {
    VTermScreenCell cell;
    struct cvterm_cell found = {.width = 1, .colour = -1};
    if (!vterm_screen_get_cell(screen, (VTermPos){.row = row, .col = column}, &cell)) return found;
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0 && cell.chars[i] != (uint32_t)-1; i++)
        found.text[i] = cell.chars[i];
    found.width = cell.width;
    found.bold = cell.attrs.bold;
    found.italic = cell.attrs.italic;
    found.underline = cell.attrs.underline != VTERM_UNDERLINE_OFF;
    found.reverse = cell.attrs.reverse;
    if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) && VTERM_COLOR_IS_INDEXED(&cell.fg)) found.colour = cell.fg.indexed.idx;
    return found;
}
