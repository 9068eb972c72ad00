/* Patches cut into pieces of bounded size. */
#ifndef GA_PIECES_H
#define GA_PIECES_H

#include <stdint.h>

/* Elements of a patch. */
int64_t gai_elements(int ndim, const int64_t *lo, const int64_t *hi);

/* Call visit for pieces of lo..hi of at most `most` elements, cut in the last dimensions first. */
typedef int gai_visit_t(void *context, const int64_t *lo, const int64_t *hi);
int gai_for_pieces(int ndim, const int64_t *lo, const int64_t *hi, int64_t most, gai_visit_t *visit,
                   void *context);

#endif
