/* Numbers out of words, as people and other programs write them. */
#ifndef APPS_NUMBER_H
#define APPS_NUMBER_H

#include <stdint.h>

/* A finite number. Fortran's exponent letter D and Mathematica's `*^` are accepted.
 * @return 0, or -1: not a number, and value is unchanged */
int number_read(const char *word, double *value);

/* A whole number within limits. @return 0, or -1: it is none, and value is unchanged */
int number_read_whole(const char *word, int64_t least, int64_t most, int64_t *value);

#endif
