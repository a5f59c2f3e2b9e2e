/* What a comment costs without rakkan: Enter inserts its row into an outbox and draws the screen after it.
 *   yardstick-comment OUTBOX BEFORE AFTER TEXT
 * BEFORE and AFTER are the two screens, a line for a row. */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "YardstickOutbox.h"

enum { rows_at_most = 200, bytes_at_most = 2048 };
static char before[rows_at_most][bytes_at_most], after[rows_at_most][bytes_at_most];

static int read_screen(const char *path, char screen[rows_at_most][bytes_at_most]) {
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    for (int row = 0; row < rows_at_most && fgets(screen[row], bytes_at_most, file); row++)
        screen[row][strcspn(screen[row], "\n")] = 0;
    fclose(file);
    return 1;
}

static void draw(char screen[rows_at_most][bytes_at_most]) {
    erase();
    for (int row = 0; row < LINES && row < rows_at_most; row++) mvaddstr(row, 0, screen[row]);
    refresh();
}

int main(int count, char **words) {
    if (count != 5 || !read_screen(words[2], before) || !read_screen(words[3], after)) return 2;
    struct yardstick_outbox *outbox = yardstick_outbox_open(words[1]);
    if (!outbox) return 1;
    setlocale(LC_ALL, "");
    initscr();
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    draw(before);
    for (int key; (key = getch()) != 'q' && key != ERR;) {
        if (key != '\r') continue;
        if (yardstick_outbox_insert(outbox, words[4]) != 0) break;
        draw(after);
    }
    endwin();
    yardstick_outbox_close(outbox);
    return 0;
}
