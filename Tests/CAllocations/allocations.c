// Stands in front of the C library's allocator in the program that it is linked into, and counts.
#include "allocations.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define OTHERS_COUNT 1
#endif
#endif

#ifdef OTHERS_COUNT

// A sanitizer stands there itself.
int64_t rakkan_allocations(void) { return -1; }

#else

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static __thread int64_t count;

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count++;
    return __libc_realloc(old, size);
}

int64_t rakkan_allocations(void) { return count; }

#endif
