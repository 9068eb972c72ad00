/* How the collective operations on arrays begin and end. */
#ifndef GA_OPERANDS_H
#define GA_OPERANDS_H

#include "ga/src/array/ga_check.h"

enum { GAI_OPERANDS = 4 }; /* an operation has at most so many */

/* The arrays of n handles, of one type and one group. */
int gai_get_operands(const char *call, const ga_t *handles, int n, gai_array_t **operands);
/* Two arrays are of one type; they have the same extents. */
int gai_check_types(const char *call, const gai_array_t *a, const gai_array_t *b);
int gai_check_extents(const char *call, const gai_array_t *a, const gai_array_t *b);

/* Enter a collective: same arguments (ASHLAR_CHECK=1), everybody's operations complete. */
int gai_begin(const char *call, gai_array_t *const *operands, int n);
/* Leave it: the same status on all ranks, everybody's part complete. */
int gai_end(const char *call, const gai_array_t *array, int status);
/* The same for work on my own blocks only, which fails when MPI has failed and not otherwise. */
int gai_end_alone(const gai_array_t *array, int status);

#endif
