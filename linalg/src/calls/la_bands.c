/* Rows and columns that some ranks own parts of. */
#include "linalg/src/calls/la_bands.h"

#include <stddef.h>
#include <stdlib.h>

/* Mark the blocks of a rank along both axes. */
static void mark_blocks(const gai_dist_t *dist, int rank, const int64_t *lo, const int64_t *hi,
                        char *const *marks)
{
    for (int64_t k = 0, count = gai_owned_count(dist, rank); k < count; ++k) {
        gai_block_t block;
        int64_t at[ASHLAR_MAX_DIM], first[2], last[2];
        gai_owned_block(dist, rank, k, &block);
        if (!gai_intersect(2, &block, lo, hi, first, last))
            continue;
        gai_owned_position(dist, rank, k, at);
        marks[0][at[0]] = marks[1][at[1]] = 1;
    }
}

/* Marked blocks are neighbours or not: those that are make one band. */
static void join_blocks(const gai_axis_t *axis, const char *marks, int64_t lo, int64_t hi,
                        lai_bands_t *bands)
{
    for (int64_t b = 0; b < axis->blocks; ++b) {
        if (!marks[b])
            continue;
        int64_t first = ali_max(gai_axis_lo(axis, b), lo) - lo;
        int64_t n = ali_min(gai_axis_end(axis, b), hi + 1) - lo - first;
        lai_band_t *last = bands->count ? &bands->list[bands->count - 1] : NULL;
        if (last && last->lo + last->n == first)
            last->n += n;
        else
            bands->list[bands->count++] = (lai_band_t){first, n, bands->total};
        bands->total += n;
    }
}

int lai_bands_make(const gai_dist_t *dist, const int *ranks, int n, const int64_t *lo,
                   const int64_t *hi, lai_bands_t *bands)
{
    char *marks[2];
    int has_all = 1;
    for (int d = 0; d < 2; ++d) {
        size_t blocks = (size_t)dist->axis[d].blocks;
        marks[d] = calloc(blocks, 1);
        bands[d] = (lai_bands_t){.list = malloc(blocks * sizeof *bands[d].list)};
        has_all &= marks[d] && bands[d].list;
    }
    for (int k = 0; k < n && has_all; ++k)
        mark_blocks(dist, ranks[k], lo, hi, marks);
    for (int d = 0; d < 2; ++d) {
        if (has_all)
            join_blocks(&dist->axis[d], marks[d], lo[d], hi[d], &bands[d]);
        free(marks[d]);
    }
    return has_all ? ASHLAR_OK : ASHLAR_ENOMEM;
}

void lai_bands_free(lai_bands_t *bands)
{
    free(bands->list);
}

/* The last band whose number at `key` is not above a value. */
static const lai_band_t *last_up_to(const lai_bands_t *bands, int64_t value, size_t key)
{
    const lai_band_t *first = bands->list;
    for (int64_t count = bands->count; count > 1;) {
        int64_t half = count / 2;
        const char *middle = (const char *)(first + half);
        first += *(const int64_t *)(const void *)(middle + key) <= value ? half : 0;
        count -= half;
    }
    return first;
}

const lai_band_t *lai_band_of(const lai_bands_t *bands, int64_t index)
{
    return last_up_to(bands, index, offsetof(lai_band_t, lo));
}

const lai_band_t *lai_band_at(const lai_bands_t *bands, int64_t at)
{
    return last_up_to(bands, at, offsetof(lai_band_t, at));
}
