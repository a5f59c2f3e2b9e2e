#ifndef CPTY_H
#define CPTY_H

#include <sys/types.h>
#include <termios.h>

/* How a child is to be started. Everything is made ready by the caller: nothing of the caller's language runs between
 * the fork and the exec. */
struct cpty_program {
    const char *path;
    char *const *arguments;   /* NULL at the end */
    char *const *environment; /* NULL at the end */
    const char *directory;    /* NULL: the caller's */
};

/* Opens a master of the given size, with tty settings as a login has them (they hold for the slave). Close-on-exec and
 * non-blocking. Returns the descriptor, or -errno. */
int cpty_open(unsigned short rows, unsigned short columns);

/* Starts the program in a session of its own, with the slave of `master` as controlling terminal and as descriptors 0,
 * 1 and 2. `input`, if not negative, replaces 0; `output`, if not negative, 1. Returns the process id, or -errno. */
pid_t cpty_spawn(int master, const struct cpty_program *program, int input, int output);

/* Starts the program with these three descriptors and no terminal, in a session of its own. Returns the process id, or
 * -errno. */
pid_t cpty_spawn_on(const struct cpty_program *program, int input, int output, int error);

/* Tells the kernel the new size, which tells the foreground job by SIGWINCH. Returns 0, or -errno. */
int cpty_resize(int master, unsigned short rows, unsigned short columns);

/* The slave's settings, read through the master: no second descriptor has to be open for it. Returns 0, or -errno. */
int cpty_settings(int master, struct termios *settings);

/* A descriptor that is readable once the process has ended. Returns it, or -errno. */
int cpty_process_descriptor(pid_t process);

/* Reaps the process. `*ended_by_signal` tells how to read the answer: a signal's number or an exit status. Returns it,
 * or -errno. */
int cpty_reap(pid_t process, int *ended_by_signal);

/* A pipe whose ends no child inherits by accident. Returns 0, or -errno. */
int cpty_pipe(int ends[2]);

/* Makes the descriptor non-blocking. Returns 0, or -errno. */
int cpty_set_nonblocking(int descriptor);

/* Lets the running process write no file beyond so many bytes: a disk that is full for it alone. Returns 0, or -errno. */
int cpty_limit_files(pid_t process, unsigned long long bytes);

/* Removes a folder and all in it, not through links and on its own file system only. */
void cpty_remove_tree(const char *path);

#endif
