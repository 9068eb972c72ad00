/* The calls by which the tests steer inject.c, and learn its counts. */
#ifndef TESTS_FAILURE_CONTROL_H
#define TESTS_FAILURE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum kind { KIND_ALLOCATION, KIND_CALL, KIND_COUNT } kind_t;

/* From now on count from one; number n of a kind fails, once. 0: none does. */
void inject_arm(kind_t kind, int64_t n);
void inject_disarm(void);
/* Whether one has failed since. */
bool inject_has_failed(void);
/* Which one: "calloc at 0x2f3a4, serving", where `addr2line -fie PROGRAM 0x2f3a4` says whose code
 * that is, and serving: that other ranks are served there. It is the last counted one when none has
 * failed. */
const char *inject_where(void);
/* How many were counted since. */
int64_t inject_counted(kind_t kind);
/* Blocks of the heap that the library has not given back. */
int64_t inject_alive(void);

#endif
