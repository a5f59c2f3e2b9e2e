#define _GNU_SOURCE
#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int cpty_open(unsigned short rows, unsigned short columns) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -errno;
    if (grantpt(master) != 0 || unlockpt(master) != 0) goto failed;
    struct termios settings;
    if (tcgetattr(master, &settings) != 0) goto failed;
    settings.c_iflag |= IUTF8 | ICRNL;
    settings.c_lflag |= ISIG | ICANON | ECHO;
    if (tcsetattr(master, TCSANOW, &settings) != 0) goto failed;
    if (cpty_resize(master, rows, columns) != 0 || cpty_set_nonblocking(master) != 0) goto failed;
    return master;
failed:;
    int code = errno;
    close(master);
    return -code;
}

/* Every signal as a fresh login has it: the caller may ignore or block some. */
static int prepare(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int code = posix_spawnattr_init(attributes);
    if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
    if (code == 0) code = posix_spawnattr_setsigmask(attributes, &none);
    if (code == 0)
        code = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    return code;
}

static pid_t spawn(const struct cpty_program *program, posix_spawn_file_actions_t *actions) {
    posix_spawnattr_t attributes;
    pid_t process = 0;
    int code = prepare(&attributes);
    if (code == 0 && program->directory) code = posix_spawn_file_actions_addchdir_np(actions, program->directory);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    if (code == 0)
        code = posix_spawn(
            &process, program->path, actions, &attributes, program->arguments, program->environment);
    posix_spawnattr_destroy(&attributes);
    return code == 0 ? process : -code;
}

pid_t cpty_spawn(int master, const struct cpty_program *program, int input, int output) {
    char name[64];
    int code = ptsname_r(master, name, sizeof name);
    if (code != 0) return -code;
    posix_spawn_file_actions_t actions;
    code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return -code;
    /* The first terminal that a session leader without one opens becomes its controlling terminal. It goes to 2, so
     * that opening it never overwrites the descriptors that are to replace 0 and 1. */
    code = posix_spawn_file_actions_addopen(&actions, 2, name, O_RDWR, 0);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, input >= 0 ? input : 2, 0);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output >= 0 ? output : 2, 1);
    pid_t process = code == 0 ? spawn(program, &actions) : -code;
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

pid_t cpty_spawn_on(const struct cpty_program *program, int input, int output, int error) {
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return -code;
    code = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, error, 2);
    pid_t process = code == 0 ? spawn(program, &actions) : -code;
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

int cpty_resize(int master, unsigned short rows, unsigned short columns) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    return ioctl(master, TIOCSWINSZ, &size) == 0 ? 0 : -errno;
}

int cpty_settings(int master, struct termios *settings) {
    return tcgetattr(master, settings) == 0 ? 0 : -errno;
}

int cpty_process_descriptor(pid_t process) {
    int descriptor = pidfd_open(process, 0);
    return descriptor >= 0 ? descriptor : -errno;
}

int cpty_reap(pid_t process, int *ended_by_signal) {
    int status = 0;
    pid_t reaped;
    do {
        reaped = waitpid(process, &status, 0);
    } while (reaped < 0 && errno == EINTR);
    if (reaped < 0) return -errno;
    *ended_by_signal = WIFSIGNALED(status);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

int cpty_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno;
}

int cpty_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 ? 0 : -errno;
}

int cpty_limit_files(pid_t process, unsigned long long bytes) {
    struct rlimit limit;
    if (prlimit(process, RLIMIT_FSIZE, NULL, &limit) != 0) return -errno;
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    return prlimit(process, RLIMIT_FSIZE, &limit, NULL) == 0 ? 0 : -errno;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void cpty_remove_tree(const char *path) {
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
