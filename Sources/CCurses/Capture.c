/* memfd_create, dup3 and F_DUPFD_CLOEXEC. */
#define _GNU_SOURCE

#include "CCurses.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int memory = -1;
static int kept = -1;
static int captured = -1;

bool rakkan_capture_begin(int descriptor) {
    if (captured >= 0) return false;
    if (memory < 0) memory = memfd_create("frame", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, 0) != 0 || lseek(memory, 0, SEEK_SET) != 0) return false;
    kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (kept < 0) return false;
    if (dup3(memory, descriptor, O_CLOEXEC) < 0) {
        close(kept);
        return false;
    }
    captured = descriptor;
    return true;
}

char *rakkan_capture_end(size_t *count) {
    *count = 0;
    if (captured < 0) return NULL;
    dup3(kept, captured, O_CLOEXEC);
    close(kept);
    captured = -1;
    off_t size = lseek(memory, 0, SEEK_CUR);
    if (size <= 0) return NULL;
    char *bytes = malloc((size_t)size);
    if (bytes == NULL) return NULL;
    ssize_t got = pread(memory, bytes, (size_t)size, 0);
    *count = got > 0 ? (size_t)got : 0;
    return bytes;
}
