/* Patches are cut into pieces of bounded size. */
#include "ga/src/dist/ga_pieces.h"

#include <ashlar/types.h>

#include "armci-lite/src/al_private.h"

int64_t gai_elements(int ndim, const int64_t *lo, const int64_t *hi)
{
    int64_t elements = 1;
    for (int d = 0; d < ndim; ++d)
        elements *= hi[d] - lo[d] + 1;
    return elements;
}

int gai_for_pieces(int ndim, const int64_t *lo, const int64_t *hi, int64_t most, gai_visit_t *visit,
                   void *context)
{
    /* Dimensions below `cut` are whole, `cut` advances by `step`, those above one by one. */
    int cut = 0;
    int64_t whole = 1;
    while (cut < ndim - 1 && whole * (hi[cut] - lo[cut] + 1) <= most)
        whole *= hi[cut] - lo[cut] + 1, ++cut;
    int64_t extent = hi[cut] - lo[cut] + 1;
    int64_t step = ali_max(ali_min(most / whole, extent), 1);
    int64_t piece_lo[ASHLAR_MAX_DIM], piece_hi[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        piece_lo[d] = lo[d];
        piece_hi[d] = d < cut ? hi[d] : lo[d];
    }
    for (int d = cut; d < ndim;) {
        piece_hi[cut] = ali_min(piece_lo[cut] + step - 1, hi[cut]);
        AL_TRY(visit(context, piece_lo, piece_hi));
        for (d = cut; d < ndim; ++d) {
            piece_lo[d] += d == cut ? step : 1;
            piece_hi[d] = piece_lo[d];
            if (piece_lo[d] <= hi[d])
                break;
            piece_lo[d] = piece_hi[d] = lo[d];
        }
    }
    return ASHLAR_OK;
}
