/* The least that an ncurses program does before a key can move a selection: two rows, a mark, "j". */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>

static void draw(int selected) {
    for (int row = 0; row < 2; row++) mvprintw(row, 0, "%s row %d", row == selected ? ">" : " ", row);
    refresh();
}

int main(void) {
    setlocale(LC_ALL, "");
    initscr();
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    draw(0);
    for (int key; (key = getch()) != 'q' && key != ERR;)
        if (key == 'j') draw(1);
    endwin();
    return 0;
}
