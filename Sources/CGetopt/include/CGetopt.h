#pragma once
#include <getopt.h>

// getopt's results are global variables, which Swift may not touch: these hand them over. Main thread only.
void cgetopt_begin(void);
const char *_Nullable cgetopt_value(void);
int cgetopt_index(void);
// The letter of a short option that is unknown, else 0.
char cgetopt_letter(void);
