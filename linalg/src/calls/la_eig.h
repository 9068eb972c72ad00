/* Eigenproblems: what the calls and the stages of their solver share. */
#ifndef LA_EIG_H
#define LA_EIG_H

#include <ashlar/la.h>

#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_elpa.h"

/* Operands. */
enum { A, B, Z };

/* State that the stages of a solver leave for one another: its data. */
typedef struct eigen {
    la_range_t range;
    int exponent;     /* the eigenvalues were divided by 2^exponent */
    int b_exponent;   /* and b by 2^b_exponent */
    lai_elpa_t *elpa; /* solves; or NULL */
    int elpa_stages;
    int elpa_may_choose;                /* whether two were allowed */
    int64_t at_reals, at_elements;      /* where the free parts of the work arrays begin */
    int64_t (*finish)(lai_solver_t *s); /* a last stage, which uses a and z as it likes; or NULL */
} eigen_t;

/* All stages of a general problem; those of a standard one begin later. */
extern const lai_stage_t lai_eigen_stages[];
enum { LAI_EIGEN_STANDARD = 3 };
/* lai_solver_t.query_workspace */
int lai_eigen_query_workspace(lai_solver_t *s);
/* The columns of eigenvectors that the range selects. */
void lai_eigen_find_range(const lai_solver_t *s, int64_t *first, int64_t *count);
/* The upper triangle of a becomes the conjugate transpose of its lower one. z lends its memory. */
void lai_eigen_mirror(const lai_solver_t *s, lai_cyclic_t *a, lai_cyclic_t *z);

#endif
