/* wcwidth is an XSI function. */
#define _GNU_SOURCE

#include "CUnistring.h"

#include <locale.h>
#include <pthread.h>
#include <uniwidth.h>
#include <wchar.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void make_locale(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

int rakkan_cells(uint32_t code_point) {
    pthread_once(&once, make_locale);
    /* A system without C.UTF-8: libunistring's own table is the best that is left. */
    if (utf8 == (locale_t)0) return uc_width(code_point, "UTF-8");
    locale_t before = uselocale(utf8);
    int cells = wcwidth((wchar_t)code_point);
    uselocale(before);
    return cells;
}
