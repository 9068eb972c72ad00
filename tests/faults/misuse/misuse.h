/* Checks of calls that must fail: the code, what the message says, and that nothing changed. */
#ifndef TESTS_MISUSE_H
#define TESTS_MISUSE_H

#include <ashlar/al.h>

#include "harness/harness.h"
#include "model/twin.h"

/* Check a status and its message: it begins with the name of the call, up to the parenthesis of
 * text, and contains each of the parts (a NULL ends them). */
void misuse_check(const char *file, int line, const char *text, int expected, int status,
                  const char *const *parts);

/* MISUSE(code, call, parts...): the call returns the code and its message names the parts. */
#define MISUSE(expected, call, ...)                                                                \
    misuse_check(__FILE__, __LINE__, #call, (expected), (call),                                    \
                 (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

/* A segment of MARKED bytes a rank, each slice filled with the number of its rank. */
enum { MARKED = 800 };
al_segment_t *marked_segment(void);
/* Nothing has been written by the calls that failed. */
void check_and_free(al_segment_t *segment);

/* An array that must come out unchanged. */
twin_t operand(ashlar_type type, int64_t rows, int64_t cols);

#endif
