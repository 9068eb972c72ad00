/* Square matrices for the solvers of systems. */
#ifndef TESTS_LA_SYSTEMS_H
#define TESTS_LA_SYSTEMS_H

#include "la/support/steps.h"

typedef struct system {
    dense_t a;
    bool lower;      /* it is Hermitian, and only its lower triangle is in arrays */
    bool plain;      /* a random matrix, or a multiple of one */
    char words[100]; /* why solvers refuse it; "" if they do not */
} system_t;

/* For Cholesky factors, or for LU factors: plain; hard to solve, with columns of many sizes or one
 * that is almost another, or with no diagonal; not definite, or singular. */
system_t system_draw(step_t *s, bool lower);
ga_t system_array(step_t *s, const system_t *p);
/* Check that an array of it has not changed. */
void check_unchanged(const system_t *p, ga_t g);

#endif
