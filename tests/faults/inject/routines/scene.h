/* Matrices, and each call of linalg on them. */
#ifndef TESTS_ROUTINES_SCENE_H
#define TESTS_ROUTINES_SCENE_H

#include <ashlar/la.h>

#include "model/dense.h"

enum { N = 40 };

typedef struct scene {
    ga_group_t group;
    ga_t a, b, z;
    dense_t x;
    double w[N];
    la_factor_t f; /* of a, for the calls that need one, else 0 */
} scene_t;

/* One rank alone solves problems of order N, or a grid does. */
void set_grids(bool on);

scene_t scene_create(ga_group_t group);
void scene_check_unchanged(const scene_t *s);
void scene_free(scene_t *s);

typedef enum call {
    VALUES,
    VECTORS,
    SOME,
    GENERAL,
    CHOLESKY,
    CHOLESKY_SOLVE,
    SOLVE_LU,
    SOLVE_MIXED,
    INVERSE,
    FACTOR_LU,
    FACTOR_SOLVE,
    FACTOR_REFINE,
    FACTOR_INVERSE,
    FACTOR_CONDITION,
    CHOLESKY_INVERSE,
    SINGULAR_VALUES,
    SINGULAR_LEFT,
    SINGULAR,
    LEAST_SQUARES,
    UPDATE,
    DOWNDATE,
    UPDATE_ARRAY,
    FACTOR_QR,
    QR_APPLY,
    QR_FORM_Q,
    QR_FORM_R,
    GEMM,
    TRSM,
    SYR2K,
    NORM,
    CALL_COUNT
} call_t;

/* Make what the call needs besides. */
void prepare(call_t call, scene_t *s);
int call_one(call_t call, scene_t *s);

#endif
