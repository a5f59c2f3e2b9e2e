#include "CCurses.h"

#include <stdint.h>
#include <string.h>
#include <term.h>

WINDOW *rakkan_screen(void) { return stdscr; }

void rakkan_repaint(void) { clearok(curscr, TRUE); }

enum rakkan_terminfo rakkan_terminfo_check(const char *type, int descriptor) {
    int status = 0;
    TERMINAL *before = cur_term;
    bool is_screen = setupterm(type, descriptor, &status) == OK;
    enum rakkan_terminfo found = RAKKAN_UNKNOWN;
    /* ERR with 1: a terminal that writes on paper. With 0 also one that is too general to be used, as `unknown` is. */
    if (is_screen) found = rakkan_terminfo_string("cup") != NULL ? RAKKAN_USABLE : RAKKAN_NO_CURSOR;
    if (!is_screen && status == 1) found = RAKKAN_NO_CURSOR;
    TERMINAL *probed = cur_term;
    if (probed != before) {
        set_curterm(before);
        del_curterm(probed);
    }
    return found;
}

int rakkan_terminfo_colors(const char *type, int descriptor) {
    int status = 0;
    TERMINAL *before = cur_term;
    int colors = setupterm(type, descriptor, &status) == OK ? tigetnum("colors") : -1;
    TERMINAL *probed = cur_term;
    if (probed != before) {
        set_curterm(before);
        del_curterm(probed);
    }
    return colors < 0 ? -1 : colors;
}

const char *rakkan_terminfo_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)(intptr_t)-1 ? NULL : value;
}

int rakkan_terminfo_number(const char *name) { return tigetnum(name); }


static void take_out(char *text, const char *part) {
    char *found = text == NULL ? NULL : strstr(text, part);
    if (found != NULL) memmove(found, found + strlen(part), strlen(found + strlen(part)) + 1);
}

void rakkan_terminfo_keep_charset(void) {
    /* The entry's own copy, which ncurses reads anew each time: it has been allocated for this terminal, and gets shorter. */
    char *looks = (char *)rakkan_terminfo_string("sgr");
    char *plain = (char *)rakkan_terminfo_string("sgr0");
    take_out(looks, "%?%p9%t\033(0%e\033(B%;");
    take_out(looks, "%?%p9%t\016%e\017%;");
    take_out(plain, "\033(B");
    take_out(plain, "\017");
}
