/* Checks of calls that one rank makes with other arguments, and two arrays to differ in. */
#ifndef TESTS_MISMATCH_MISMATCH_H
#define TESTS_MISMATCH_MISMATCH_H

#include <stdbool.h>

#include <ashlar/ga.h>

extern ga_t arrays[2]; /* 'first' and 'second', of 4 x 4 */
void make_arrays(void);
void destroy_arrays(void);

/* Does the text match, where a star of the pattern is a number? */
int matches(const char *pattern, const char *text);
/* The same message on all ranks, and it matches. */
void check_message(const char *call, const char *pattern);
/* The call has failed with such a message, in which a %d is this rank; all are in step. */
void expect(const char *call, int status, const char *format, int rank);

/* One rank has nobody to differ from: the case is skipped. */
bool is_alone(void);

#endif
