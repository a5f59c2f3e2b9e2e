#pragma once

/* SwiftPM drops what pkg-config would define, and without this the wide functions are missing. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "Guard.h"

/* Attributes are casts inside of macros, which Swift does not import. */
static const attr_t rakkan_bold = A_BOLD;
static const attr_t rakkan_dim = A_DIM;
static const attr_t rakkan_underline = A_UNDERLINE;
static const attr_t rakkan_reverse = A_REVERSE;

/* Swift 6 refuses mutable globals: these are stdscr, and clearok() on curscr. */
WINDOW *rakkan_screen(void);
void rakkan_repaint(void);

/* <term.h> defines `lines`, `columns` and hundreds more as macros: only CCurses.c includes it. */
enum rakkan_terminfo { RAKKAN_UNKNOWN, RAKKAN_NO_CURSOR, RAKKAN_USABLE };
enum rakkan_terminfo rakkan_terminfo_check(const char *type, int descriptor);
const char *rakkan_terminfo_string(const char *name);
int rakkan_terminfo_number(const char *name);

/* How many colours a terminal of this type has, by its entry; -1 if it has none or is unknown. */
int rakkan_terminfo_colors(const char *type, int descriptor);

/* Between the two, what is written to `descriptor` goes into memory. The end gives it, for the caller to free, and puts
   the descriptor back; NULL if nothing was caught. One at a time. */
bool rakkan_capture_begin(int descriptor);
char *rakkan_capture_end(size_t *count);

/* Takes the switching of character sets out of what changes the looks of cells (sgr, sgr0): 3 bytes less each time, and
   nothing here draws in the other set. Not before everything is read that a process says when it dies. */
void rakkan_terminfo_keep_charset(void);
