/* The choice of ELPA or ScaLAPACK for an eigenproblem; its measured limits are in lai_context. */
#ifndef LA_ELPA_CHOICE_H
#define LA_ELPA_CHOICE_H

#include "ga/src/array/ga_array.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/blas/la_blas.h"

/* The kind of the problem, which decides its grid: one of ELPA's if ELPA may solve it there. */
lai_kind_t lai_eigen_kind(const gai_array_t *a, int has_vectors, int has_range);
/* How many stages ELPA may take to find that part of the eigenvectors of a; 0: ScaLAPACK does it.
 */
int lai_elpa_stages(ashlar_type type, const lai_cyclic_t *a, double part);
/* Where *stages may be 2: try 1 and 2, and then choose the faster for this order. Collective over
 * the group; ranks that know less follow the others. @return ASHLAR_EMPI */
int lai_elpa_choose_stages(al_group_t *group, ashlar_type type, int64_t n, int *stages);
/* How long ELPA took where it might have taken two stages, which is nearly the same on all ranks
 * that took part. */
void lai_elpa_note_seconds(ashlar_type type, int64_t n, int stages, double seconds);
/* Forget all of them. */
void lai_elpa_forget_trials(void);

#endif
