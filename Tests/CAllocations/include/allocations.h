#pragma once

#include <stdint.h>

// What this thread has asked malloc, calloc and realloc for since it began; -1 where that can't be counted.
int64_t rakkan_allocations(void);
