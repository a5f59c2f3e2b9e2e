#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The guard keeps the terminal from being left in our state, whatever ends the process: it saves the settings, and its
   signal handlers put them back with async-signal-safe calls only. A Swift trap runs neither `defer` nor `atexit`. */

enum rakkan_signal {
    RAKKAN_RESIZED = 1,
    RAKKAN_STOP = 2,
    RAKKAN_CONTINUED = 4,
    RAKKAN_TERMINATE = 8,
    RAKKAN_HANG_UP = 16,
    RAKKAN_INTERRUPT = 32,
    RAKKAN_QUIT = 64,
};

/* Saves the settings of `terminal` and installs the handlers, before ncurses does. They set a flag and write eight bytes
   to `wake` (an eventfd, or a pipe; non-blocking). Returns false if `terminal` is none; -1 for having none. */
bool rakkan_guard_install(int terminal, int wake);

/* What leaves our modes when it is written to the terminal; at most 256 bytes. */
void rakkan_guard_set_farewell(const char *bytes, size_t count);

/* Whether the terminal is in our state, and must be brought back when the process dies. */
void rakkan_guard_set_active(bool is_active);

/* The flags since the last call, and the sign that the loop is alive: a signal that asks to end and is not taken within
   two seconds ends the process. */
unsigned rakkan_guard_take(void);

/* Writes the farewell and puts the saved settings back, if the terminal is in our state. */
void rakkan_guard_restore(void);

/* Stops the process group as Ctrl-Z does, and returns when it goes on: false if a signal that asks to end is waiting.
   Does not stop where the parent ignores SIGTSTP: a shell without job control could not wake us. The terminal must have
   been left. */
bool rakkan_guard_stop(void);

/* Puts back the handlers that were there. */
void rakkan_guard_remove(void);

/* Ends the process by the signal of the flag: the exit status says so. */
_Noreturn void rakkan_guard_die(unsigned flags);

/* The terminal's size, zeros if it does not tell: ioctl() is variadic. */
void rakkan_window_size(int descriptor, int *rows, int *columns);
