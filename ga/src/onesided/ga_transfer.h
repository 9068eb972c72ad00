/* Patches moved on behalf of other calls: no checks, not counted as the user's. */
#ifndef GA_TRANSFER_H
#define GA_TRANSFER_H

#include "ga/src/array/ga_array.h"

/* Read, write or add to a patch known to be inside the array (ld[ndim-1]; NULL: a buffer without
 * gaps); _nb: under a handle. */
int gai_read(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
             const int64_t *ld);
int gai_read_nb(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
                const int64_t *ld, ga_handle_t *handle);
int gai_write(const gai_array_t *array, const int64_t *lo, const int64_t *hi, const void *buf,
              const int64_t *ld);
/* array += alpha * buf. */
int gai_add_nb(const gai_array_t *array, const int64_t *lo, const int64_t *hi, const void *alpha,
               const void *buf, const int64_t *ld, ga_handle_t *handle);
/* Read a patch that wraps around the array and is not empty; handle: NULL waits. */
int gai_read_periodic(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
                      const int64_t *ld, ga_handle_t *handle);

#endif
