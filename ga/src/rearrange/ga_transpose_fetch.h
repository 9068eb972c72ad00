/* The parts of a walk: transposes in place, and those fetched ahead. */
#ifndef GA_TRANSPOSE_FETCH_H
#define GA_TRANSPOSE_FETCH_H

#include "ga/src/rearrange/ga_transpose_part.h"

/* Fetches under way at a time, at most, and the bytes of a large one, a message between nodes. Of
 * these one is under way while another is worked on: more would not stay in the second cache. */
enum { GAI_TRANSPOSE_FETCHES = 8, GAI_TRANSPOSE_FETCH_BYTES = 1 << 18 };

/* A block of mine of home, and where it is. */
typedef struct gai_transpose_owned {
    gai_block_t block;
    char *base;
} gai_transpose_owned_t;

typedef struct gai_transpose_fetch {
    bool is_busy;
    ga_handle_t handle;
    int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM]; /* of the other array */
    gai_transpose_part_t part;
} gai_transpose_fetch_t;

/* A walk under way. */
typedef struct gai_transposing {
    gai_transpose_walk_t walk;
    bool is_local;
    int ndim, row;     /* row, row + 1: the last two dimensions */
    size_t part_bytes; /* most bytes of a part that is fetched */
    char *buffers;
    int64_t buffer_count, next; /* next: the one that is free */
    gai_transpose_fetch_t fetches[GAI_TRANSPOSE_FETCHES + 1];
} gai_transposing_t;

/* Does all that lo..hi of home is transposed to lie on this node? */
bool gai_transposed_is_here(const gai_transposing_t *x, const int64_t *lo, const int64_t *hi);

/* Work on lo..hi of my block, whose transpose does, block by block of the other array. */
void gai_transpose_here(const gai_transposing_t *x, const gai_transpose_owned_t *mine,
                        const int64_t *lo, const int64_t *hi);

/* Fetch the transpose of lo..hi, and work meanwhile on what the oldest fetch got. */
int gai_transpose_start_fetch(gai_transposing_t *x, const gai_transpose_owned_t *mine,
                              const int64_t *lo, const int64_t *hi);

/* The oldest fetch, if as many as may be are under way, or one that is not busy; wait for it and
 * work on it. */
gai_transpose_fetch_t *gai_transpose_oldest_fetch(gai_transposing_t *x);
int gai_transpose_finish_oldest(gai_transposing_t *x);

/* Finish all; but after a failure only wait for them. */
int gai_transpose_finish_fetches(gai_transposing_t *x, int status);

#endif
