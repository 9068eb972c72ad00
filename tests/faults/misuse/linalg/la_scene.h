/* Matrices for misuse of linalg. */
#ifndef TESTS_MISUSE_LA_SCENE_H
#define TESTS_MISUSE_LA_SCENE_H

#include <ashlar/la.h>

#include "model/dense.h"

enum { N = 8 };

/* A matrix, another like it, and what they must still hold at the end. */
typedef struct scene {
    ga_t a, b, c;
    la_factor_t f, cholesky, qr; /* of a */
    dense_t x;
    double one, w[8];
    int64_t found;
} scene_t;

scene_t scene_create(void);
void scene_check_and_free(scene_t *s);

#endif
