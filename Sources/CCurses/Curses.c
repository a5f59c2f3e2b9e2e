#include "CCurses.h"

#include <stdint.h>
#include <term.h>

WINDOW *rakkan_screen(void) { return stdscr; }

void rakkan_repaint(void) { clearok(curscr, TRUE); }

bool rakkan_terminfo_exists(const char *type, int descriptor) {
    int status = 0;
    TERMINAL *before = cur_term;
    bool exists = setupterm(type, descriptor, &status) == OK && rakkan_terminfo_string("cup") != NULL;
    TERMINAL *probed = cur_term;
    if (probed != before) {
        set_curterm(before);
        del_curterm(probed);
    }
    return exists;
}

const char *rakkan_terminfo_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)(intptr_t)-1 ? NULL : value;
}

int rakkan_terminfo_number(const char *name) { return tigetnum(name); }

