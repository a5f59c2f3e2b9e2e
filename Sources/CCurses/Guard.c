#define _GNU_SOURCE

#include "Guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { WATCHDOG_SECONDS = 2, ALTERNATE_STACK = 64 * 1024 };

static const struct {
    int number;
    unsigned flag;
} requests[] = {
    {SIGWINCH, RAKKAN_RESIZED},   {SIGTSTP, RAKKAN_STOP},       {SIGCONT, RAKKAN_CONTINUED}, {SIGTERM, RAKKAN_TERMINATE},
    {SIGHUP, RAKKAN_HANG_UP},     {SIGINT, RAKKAN_INTERRUPT},   {SIGQUIT, RAKKAN_QUIT},
};
/* What ends a process that does not expect it: faults of its own, and signals that others send. */
static const int crashes[] = {SIGILL,  SIGTRAP, SIGABRT, SIGBUS,    SIGFPE,  SIGSEGV, SIGSYS,    SIGUSR1,
                              SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGSTKFLT, SIGPWR};

enum {
    REQUESTS = sizeof requests / sizeof requests[0],
    CRASHES = sizeof crashes / sizeof crashes[0],
    ENDING = RAKKAN_TERMINATE | RAKKAN_HANG_UP | RAKKAN_INTERRUPT | RAKKAN_QUIT,
};

static int terminal = -1;
static int wake = -1;
static struct termios settings;
static char farewell[256];
static size_t farewell_count;
static bool ignores_stop;
static struct sigaction requests_before[REQUESTS], crashes_before[CRASHES], alarm_before, pipe_before;
static char alternate_stack[ALTERNATE_STACK];

static atomic_uint flags;
/* The last signal that asked to end. */
static atomic_int ending;
static atomic_bool is_active;

void rakkan_guard_restore(void) {
    if (!atomic_exchange(&is_active, false)) return;
    /* A terminal that has been stopped with Ctrl-S, or a link that stalls, must not hold up the end. */
    int mode = fcntl(terminal, F_GETFL);
    if (mode >= 0) fcntl(terminal, F_SETFL, mode | O_NONBLOCK);
    size_t written = 0;
    while (written < farewell_count) {
        ssize_t count = write(terminal, farewell + written, farewell_count - written);
        if (count <= 0) break;
        written += (size_t)count;
    }
    if (mode >= 0) fcntl(terminal, F_SETFL, mode);
    tcsetattr(terminal, TCSANOW, &settings);
}

static _Noreturn void die(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(number, &action, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(128 + number);
}

static void on_crash(int number) {
    rakkan_guard_restore();
    die(number);
}

static void on_alarm(int number) {
    (void)number;
    int asked = atomic_load(&ending);
    if (asked == 0) return;
    rakkan_guard_restore();
    die(asked);
}

static void on_request(int number) {
    int error = errno;
    unsigned flag = 0;
    for (int i = 0; i < REQUESTS; i++) {
        if (requests[i].number == number) flag = requests[i].flag;
    }
    atomic_fetch_or(&flags, flag);
    if (flag & ENDING) {
        atomic_store(&ending, number);
        alarm(WATCHDOG_SECONDS);
    }
    uint64_t one = 1;
    ssize_t ignored = write(wake, &one, sizeof one);
    (void)ignored;
    errno = error;
}

static void install(int number, void (*handler)(int), int extra, struct sigaction *before) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | extra};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, before);
}

void rakkan_window_size(int descriptor, int *rows, int *columns) {
    struct winsize size = {0};
    ioctl(descriptor, TIOCGWINSZ, &size);
    *rows = size.ws_row;
    *columns = size.ws_col;
}

bool rakkan_guard_install(int new_terminal, int new_wake) {
    if (new_terminal >= 0 && tcgetattr(new_terminal, &settings) != 0) return false;
    terminal = new_terminal;
    wake = new_wake;
    /* A stack that has overflown can't run a handler. */
    stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < REQUESTS; i++) install(requests[i].number, on_request, 0, &requests_before[i]);
    for (int i = 0; i < CRASHES; i++) {
        install(crashes[i], on_crash, SA_ONSTACK | SA_NODEFER, &crashes_before[i]);
        /* Whoever started us may have chosen to have an error instead of a death: SIGXFSZ. */
        if (crashes_before[i].sa_handler == SIG_IGN) sigaction(crashes[i], &crashes_before[i], NULL);
    }
    install(SIGALRM, on_alarm, 0, &alarm_before);
    /* Who writes to someone who has gone learns it by the error. */
    install(SIGPIPE, SIG_IGN, 0, &pipe_before);
    for (int i = 0; i < REQUESTS; i++) {
        if (requests[i].number == SIGTSTP) ignores_stop = requests_before[i].sa_handler == SIG_IGN;
    }
    return true;
}

void rakkan_guard_set_farewell(const char *bytes, size_t count) {
    farewell_count = count < sizeof farewell ? count : sizeof farewell;
    memcpy(farewell, bytes, farewell_count);
}

void rakkan_guard_set_active(bool value) { atomic_store(&is_active, value); }

unsigned rakkan_guard_take(void) {
    unsigned taken = atomic_exchange(&flags, 0);
    if (taken & ENDING) {
        alarm(0);
        atomic_store(&ending, 0);
    }
    return taken;
}

bool rakkan_guard_stop(void) {
    if (ignores_stop) return true;
    struct sigaction ours;
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigaction(SIGTSTP, &action, &ours);
    /* First the others of the group (`make run` waits for us): it must stop too, or the shell never gets the terminal. */
    kill(0, SIGTSTP);
    /* Then this process, by a signal to this very thread: it is stopped before raise() returns. */
    action.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &action, NULL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
    if (tcgetpgrp(terminal) != getpgrp()) {
        /* Continued in the background: perhaps to end, by a signal that another thread is just about to handle. */
        struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
        nanosleep(&moment, NULL);
    }
    /* The caller knows that it was continued. */
    unsigned waiting = atomic_fetch_and(&flags, ~(unsigned)RAKKAN_CONTINUED);
    return (waiting & ENDING) == 0;
}

void rakkan_guard_remove(void) {
    alarm(0);
    for (int i = 0; i < REQUESTS; i++) sigaction(requests[i].number, &requests_before[i], NULL);
    for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &crashes_before[i], NULL);
    sigaction(SIGALRM, &alarm_before, NULL);
    sigaction(SIGPIPE, &pipe_before, NULL);
}

void rakkan_guard_die(unsigned asked) {
    for (int i = 0; i < REQUESTS; i++) {
        if (asked & ENDING & requests[i].flag) die(requests[i].number);
    }
    _exit(1);
}
