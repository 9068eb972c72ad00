/* Argument checks. */
#ifndef LA_CHECK_H
#define LA_CHECK_H

#include <stdint.h>

#include <ashlar/la.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"

/* The library is started, and BLAS has the integers we expect; its kernels are
 * reported once. First line of every public call. */
int lai_check_started(const char *call);
/* ASHLAR_EARG unless the letter is one of those given in lower case, in either case; *checked is in
 * upper case, as BLAS has it. */
int lai_check_letter(const char *call, const char *name, char letter, const char *letters,
                     char *checked);
/* The array of a handle: 2-D and of a real or complex type. */
int lai_find(const char *call, ga_t g, gai_array_t **array);
/* ASHLAR_EGROUP or ASHLAR_ETYPE unless the two have one group and one type. */
int lai_check_alike(const char *call, const gai_array_t *a, const gai_array_t *b);
/* ASHLAR_ESHAPE unless the matrix is square. */
int lai_check_square(const char *call, const gai_array_t *a);

static inline int64_t lai_rows(const gai_array_t *a)
{
    return a->dist.axis[0].extent;
}

static inline int64_t lai_cols(const gai_array_t *a)
{
    return a->dist.axis[1].extent;
}

#endif
