#include "CGetopt.h"

void cgetopt_begin(void) {
    optind = 0;  // 0, not 1: glibc starts anew
    opterr = 0;  // mistakes are told by the caller
}

const char *cgetopt_value(void) { return optarg; }

int cgetopt_index(void) { return optind; }

char cgetopt_letter(void) { return optopt > 0 && optopt < 128 ? (char)optopt : 0; }
