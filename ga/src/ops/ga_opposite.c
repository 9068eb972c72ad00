#include "ga/src/ops/ga_opposite.h"

#include <stdlib.h>

#include "ga/src/onesided/ga_transfer.h"

/* Fetches under way at a time, and the bytes of one. */
enum { FETCHES = 8, FETCHED_BYTES = 1 << 18 };

typedef struct fetch {
    int is_busy;
    ga_handle_t handle;
    int64_t from[2], to[2]; /* of the other array */
    gai_opposite_t part;
} fetch_t;

typedef struct opposite_walk {
    gai_opposites_t what;
    int is_near;
    int fast;     /* the dimension along which parts follow each other */
    int64_t side; /* parts are cut where indices are multiples of it */
    char *room;   /* for fetches */
    int next;
    fetch_t fetches[FETCHES];
    gai_block_t block; /* of home */
    char *base;
} opposite_walk_t;

/* ---- one part -------------------------------------------------------------------------------- */

/* The elements opposite lo..hi of home. */
static void find_opposite(const opposite_walk_t *walk, const int64_t *lo, const int64_t *hi,
                          int64_t *from, int64_t *to)
{
    for (int d = 0; d < 2; ++d) {
        from[d] = lo[1 - d] + walk->what.shift[d];
        to[d] = hi[1 - d] + walk->what.shift[d];
    }
}

/* lo..hi of my block, still without its opposite. */
static gai_opposite_t home_part(const opposite_walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    size_t offset = (size_t)gai_block_offset(&walk->block, 2, lo) * walk->what.home->element;
    return (gai_opposite_t){.rows = (size_t)(hi[0] - lo[0] + 1),
                            .cols = (size_t)(hi[1] - lo[1] + 1),
                            .home = walk->base + offset,
                            .home_ld = (size_t)walk->block.ld[0]};
}

/* Work on what was fetched. */
static int finish_fetch(const opposite_walk_t *walk, fetch_t *fetch)
{
    if (!fetch->is_busy)
        return ASHLAR_OK;
    fetch->is_busy = 0;
    AL_TRY(al_wait(&fetch->handle));
    walk->what.work(walk->what.context, &fetch->part);
    return walk->what.pairs
               ? gai_write(walk->what.other, fetch->from, fetch->to, fetch->part.other, NULL)
               : ASHLAR_OK;
}

static int start_fetch(opposite_walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    fetch_t *fetch = &walk->fetches[walk->next];
    size_t bytes = (size_t)(walk->side * walk->side) * walk->what.other->element;
    AL_TRY(finish_fetch(walk, fetch));
    fetch->part = home_part(walk, lo, hi);
    fetch->part.other = walk->room + (size_t)walk->next * bytes;
    fetch->part.other_ld = fetch->part.cols;
    find_opposite(walk, lo, hi, fetch->from, fetch->to);
    walk->next = (walk->next + 1) % FETCHES;
    fetch->is_busy = 1;
    return gai_read_nb(walk->what.other, fetch->from, fetch->to, fetch->part.other, NULL,
                       &fetch->handle);
}

static int finish_fetches(opposite_walk_t *walk, int status)
{
    for (int k = 0; k < FETCHES; ++k) {
        fetch_t *fetch = &walk->fetches[(walk->next + k) % FETCHES];
        if (status == ASHLAR_OK)
            status = finish_fetch(walk, fetch);
        else if (fetch->is_busy)
            (void)al_wait(&fetch->handle); /* the buffer is to be freed */
    }
    return status;
}

/* The part of lo..hi that is opposite a block on this node. */
static int visit_near(const opposite_walk_t *walk, const int64_t *lo, const int64_t *hi,
                      const gai_block_t *block, char *base)
{
    int64_t part_lo[2], part_hi[2], from[2], to[2];
    for (int d = 0; d < 2; ++d) {
        int64_t shift = walk->what.shift[1 - d];
        part_lo[d] = ali_max(lo[d], block->lo[1 - d] - shift);
        part_hi[d] = ali_min(hi[d], block->hi[1 - d] - shift);
    }
    gai_opposite_t part = home_part(walk, part_lo, part_hi);
    find_opposite(walk, part_lo, part_hi, from, to);
    part.other = base + (size_t)gai_block_offset(block, 2, from) * walk->what.other->element;
    part.other_ld = (size_t)block->ld[0];
    walk->what.work(walk->what.context, &part);
    return walk->is_near ? ASHLAR_OK : al_poll();
}

/* lo..hi of my block: block by block of the other array, or fetched as a whole. */
static int visit_part(opposite_walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    const gai_array_t *other = walk->what.other;
    int64_t from[2], to[2];
    gai_blocks_t blocks;
    find_opposite(walk, lo, hi, from, to);
    if (gai_blocks_begin(&other->dist, 2, from, to, &blocks) && !walk->is_near)
        return start_fetch(walk, lo, hi);
    do {
        gai_block_t block;
        gai_block_at(&other->dist, blocks.at, &block);
        char *base = gai_block_address(other, &block);
        if (!base)
            return start_fetch(walk, lo, hi);
        AL_TRY(visit_near(walk, lo, hi, &block, base));
    } while (gai_blocks_next(&blocks, 2));
    return ASHLAR_OK;
}

/* ---- all parts ------------------------------------------------------------------------------- */

typedef int visit_t(opposite_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t side);

static int visit_whole(opposite_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t side)
{
    (void)side;
    return visit_part(walk, lo, hi);
}

static int for_parts(opposite_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t side,
                     visit_t *visit)
{
    const int fast = walk->fast, slow = 1 - fast;
    int64_t at[2], end[2];
    for (at[slow] = lo[slow]; at[slow] <= hi[slow]; at[slow] = end[slow] + 1) {
        end[slow] = ali_min((at[slow] / side + 1) * side - 1, hi[slow]);
        for (at[fast] = lo[fast]; at[fast] <= hi[fast]; at[fast] = end[fast] + 1) {
            end[fast] = ali_min((at[fast] / side + 1) * side - 1, hi[fast]);
            AL_TRY(visit(walk, at, end, side));
        }
    }
    return ASHLAR_OK;
}

/* Of two squares of a grid opposite each other one is visited: of neighbours, alternately the one
 * above and the one below the diagonal. One on the diagonal is its own opposite if a part is all of
 * it, or is cut by a finer grid. */
static int visit_pair(opposite_walk_t *walk, const int64_t *lo, const int64_t *hi, int64_t side)
{
    int64_t row = lo[0] / side, column = lo[1] / side;
    if (row == column && lo[0] == lo[1] && hi[0] == hi[1])
        return visit_part(walk, lo, hi);
    if (row == column)
        return for_parts(walk, lo, hi, ali_max(side / 8, 1), visit_pair);
    return (row < column) == ((row + column) % 2 == 0) ? visit_part(walk, lo, hi) : ASHLAR_OK;
}

static int visit_blocks(opposite_walk_t *walk)
{
    const gai_array_t *home = walk->what.home;
    int64_t lo[2], hi[2];
    for (int64_t k = 0; k < gai_my_count(home); ++k) {
        walk->base = gai_my_block(home, k, &walk->block);
        if (!walk->base)
            return ASHLAR_EMPI;
        if (gai_intersect(2, &walk->block, walk->what.lo, walk->what.hi, lo, hi))
            AL_TRY(
                for_parts(walk, lo, hi, walk->side, walk->what.pairs ? visit_pair : visit_whole));
    }
    return ASHLAR_OK;
}

int gai_opposites_are_near(const gai_array_t *other)
{
    return other->segment->group->node_count == 1;
}

int gai_walk_opposites(const gai_opposites_t *opposites)
{
    const gai_array_t *other = opposites->other;
    opposite_walk_t walk = {.what = *opposites,
                            .is_near = gai_opposites_are_near(other),
                            .fast = other->dist.axis[1].blocks > 1 ? 0 : 1,
                            .side = GAI_OPPOSITE_SIDE};
    while (walk.side > 1 && (size_t)(walk.side * walk.side) * other->element > FETCHED_BYTES)
        walk.side /= 2;
    if (walk.is_near) {
        walk.side = opposites->pairs ? walk.side : INT64_MAX / 2;
        return visit_blocks(&walk);
    }
    walk.room = malloc(FETCHES * (size_t)(walk.side * walk.side) * other->element);
    if (!walk.room)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for parts of array '%s'", opposites->call,
                       other->name);
    int status = finish_fetches(&walk, visit_blocks(&walk));
    free(walk.room);
    return status;
}
