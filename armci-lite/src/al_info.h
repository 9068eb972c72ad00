/* The facts about the start that ASHLAR_INFO=1 and ashlar-info print. */
#ifndef AL_INFO_H
#define AL_INFO_H

#include <stdio.h>

/* Lines "ashlar: KEY: VALUE". Not collective; the library must be started. */
void ali_print_start(FILE *out);

#endif
