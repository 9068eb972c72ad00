#include "ga/src/ops/ga_walk.h"

#include <stdlib.h>

#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_transfer.h"

/* Elements fetched at a time from an operand that is not aligned. */
enum { WALK_PIECE = 1 << 15 };

typedef struct walk {
    gai_array_t *const *operands;
    int n;
    char *fetched[GAI_OPERANDS]; /* room for a piece of an operand; NULL: it is aligned */
    gai_run_t *run;
    const void *context;
    gai_block_t block; /* of operand 0, and of those that are aligned */
    char *base[GAI_OPERANDS];
} walk_t;

/* Are the elements of a piece consecutive in its block? Pieces are cut in the last dimensions
 * first.
 */
static int is_consecutive(const gai_block_t *block, int ndim)
{
    for (int d = 0; d + 1 < ndim; ++d)
        if (block->ld[d] != block->hi[d] - block->lo[d] + 1)
            return 0;
    return 1;
}

/* n elements from index `from` on; `done` of the piece precede them. */
static void walk_run(const walk_t *walk, const int64_t *from, size_t n, size_t done)
{
    const gai_array_t *home = walk->operands[0];
    int64_t offset = gai_block_offset(&walk->block, home->dist.ndim, from);
    char *at[GAI_OPERANDS];
    for (int k = 0; k < GAI_OPERANDS; ++k)
        at[k] = walk->fetched[k] ? walk->fetched[k] + done * home->element
                                 : walk->base[k < walk->n ? k : 0] + (size_t)offset * home->element;
    walk->run(walk->context, n, at);
}

static int walk_piece(void *context, const int64_t *lo, const int64_t *hi)
{
    const walk_t *walk = context;
    int ndim = walk->operands[0]->dist.ndim;
    for (int k = 1; k < walk->n; ++k)
        if (walk->fetched[k])
            AL_TRY(gai_read(walk->operands[k], lo, hi, walk->fetched[k], NULL));
    if (is_consecutive(&walk->block, ndim)) {
        walk_run(walk, lo, (size_t)gai_elements(ndim, lo, hi), 0);
        return ASHLAR_OK;
    }
    int64_t from[ASHLAR_MAX_DIM];
    size_t row = (size_t)(hi[0] - lo[0] + 1), done = 0;
    for (int d = 0; d < ndim; ++d)
        from[d] = lo[d];
    do {
        walk_run(walk, from, row, done);
        done += row;
    } while (gai_next_position(ndim - 1, lo + 1, hi + 1, from + 1));
    return ASHLAR_OK;
}

static int walk_blocks(walk_t *walk, int64_t most)
{
    const gai_array_t *home = walk->operands[0];
    for (int64_t b = 0; b < gai_my_count(home); ++b) {
        for (int k = 0; k < walk->n; ++k)
            if (!walk->fetched[k] &&
                !(walk->base[k] = gai_my_block(walk->operands[k], b, &walk->block)))
                return ASHLAR_EMPI;
        AL_TRY(gai_for_pieces(home->dist.ndim, walk->block.lo, walk->block.hi, most, walk_piece,
                              walk));
    }
    return ASHLAR_OK;
}

int gai_walk(const char *call, gai_array_t *const *operands, int n, gai_run_t *run,
             const void *context)
{
    walk_t walk = {.operands = operands, .n = n, .run = run, .context = context};
    const gai_array_t *home = operands[0];
    int64_t most = INT64_MAX;
    int status =
        n <= GAI_OPERANDS ? ASHLAR_OK : AL_FAIL(ASHLAR_EINTERNAL, "%s: %d operands", call, n);
    for (int k = 1; k < n && status == ASHLAR_OK && gai_my_count(home); ++k) {
        if (gai_is_aligned(home, operands[k]))
            continue;
        most = WALK_PIECE;
        walk.fetched[k] = malloc(WALK_PIECE * home->element);
        if (!walk.fetched[k])
            status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call,
                             operands[k]->name);
    }
    if (status == ASHLAR_OK)
        status = walk_blocks(&walk, most);
    for (int k = 1; k < n && k < GAI_OPERANDS; ++k)
        free(walk.fetched[k]);
    return status;
}
