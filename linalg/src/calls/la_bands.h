/* Which rows and columns of a matrix some ranks own parts of. Pure arithmetic: no MPI. */
#ifndef LA_BANDS_H
#define LA_BANDS_H

#include "ga/src/dist/ga_block.h"

/* Indices lo .. lo+n-1; the first of them is the at-th of all in a list of bands. */
typedef struct lai_band {
    int64_t lo, n, at;
} lai_band_t;

/* Bands by ascending index, not adjacent, along one axis of a matrix. */
typedef struct lai_bands {
    lai_band_t *list;
    int64_t count, total; /* bands; indices of all */
} lai_bands_t;

/* The rows and the columns, relative to lo, of all blocks of n ranks that have elements in the
 * patch lo..hi. They are freed with lai_bands_free(), also after a failure.
 * @return ASHLAR_ENOMEM  without a message */
int lai_bands_make(const gai_dist_t *dist, const int *ranks, int n, const int64_t *lo,
                   const int64_t *hi, lai_bands_t *bands);
void lai_bands_free(lai_bands_t *bands);

/* The band that has an index, which one has. */
const lai_band_t *lai_band_of(const lai_bands_t *bands, int64_t index);
/* The band that has the at-th index of all. */
const lai_band_t *lai_band_at(const lai_bands_t *bands, int64_t at);

#endif
