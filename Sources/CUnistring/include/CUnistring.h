#pragma once

#include <stdint.h>
#include <unictype.h>
#include <unigbrk.h>
#include <unilbrk.h>
#include <uninorm.h>
#include <unistr.h>

/* How many cells libc gives to a code point in a UTF-8 locale, whatever locale the process has: 0, 1, 2, or -1 for one
   that can't be drawn. */
int rakkan_cells(uint32_t code_point);
