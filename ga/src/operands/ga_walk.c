/* A walk over the blocks that operands have on this rank. */
#include "ga/src/operands/ga_walk.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_numbers.h"

/* Elements fetched at a time from an operand that is not colocated. */
enum { WALK_PIECE = 1 << 15, WALK_PIECE_BYTES = 4 << 20 };
/* Elements that threads share: waking them takes about as long as to work on some thousands. */
enum { WALK_SHARED = 1 << 14 };

typedef struct walk {
    const gai_operand_t *operands;
    int n, is_numbered;
    char *fetched[GAI_OPERANDS]; /* room for a piece of an operand; NULL: it is colocated */
    gai_work_t *work;
    void *context;
    int64_t stride[ASHLAR_MAX_DIM]; /* of the numbers of operand 0's elements */
    char *slice[GAI_OPERANDS];      /* my memory of an operand colocated with operand 0 */
    gai_block_t block;              /* of these operands */
    char *base[GAI_OPERANDS];       /* where it is */
    int threads, thread; /* how many walk, each with a walk_t of its own; which one I am */
    int64_t part_number; /* short parts so far */
} walk_t;

/* ---- fetching -------------------------------------------------------------------------------- */

/* Is a piece consecutive among elements whose leading dimensions are ld? */
static bool is_consecutive(int ndim, const int64_t *lo, const int64_t *hi, const int64_t *ld)
{
    int last = ndim - 1;
    while (last > 0 && hi[last] == lo[last])
        --last;
    for (int d = 0; d < last; ++d)
        if (ld[d] != hi[d] - lo[d] + 1)
            return false;
    return true;
}

static int64_t number_of_element(const walk_t *walk, const int64_t *index)
{
    const gai_operand_t *home = &walk->operands[0];
    int64_t number = 0;
    for (int d = 0; d < home->array->dist.ndim; ++d)
        number += (index[d] - home->lo[d]) * walk->stride[d];
    return number;
}

static bool is_numbered_in_order(const walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    const gai_operand_t *home = &walk->operands[0];
    int64_t extents[ASHLAR_MAX_DIM];
    for (int d = 0; d < home->array->dist.ndim; ++d)
        extents[d] = home->hi[d] - home->lo[d] + 1;
    return is_consecutive(home->array->dist.ndim, lo, hi, extents);
}

/* Fetch what matches a piece of operand 0. */
static int read_matching(const walk_t *walk, int k, const int64_t *lo, const int64_t *hi)
{
    const gai_operand_t *home = &walk->operands[0], *other = &walk->operands[k];
    int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
    int ndim = home->array->dist.ndim;
    char *room = walk->fetched[k];
    if (gai_is_conforming(home, other)) {
        for (int d = 0; d < ndim; ++d) {
            from[d] = lo[d] - home->lo[d] + other->lo[d];
            to[d] = hi[d] - home->lo[d] + other->lo[d];
        }
        return gai_read(other->array, from, to, room, NULL);
    }
    if (is_numbered_in_order(walk, lo, hi))
        return gai_transfer_numbers(AL_GET, other, number_of_element(walk, lo),
                                    gai_elements(ndim, lo, hi), room, NULL);
    int64_t row = hi[0] - lo[0] + 1;
    for (int d = 0; d < ndim; ++d)
        from[d] = lo[d];
    do {
        AL_TRY(gai_transfer_numbers(AL_GET, other, number_of_element(walk, from), row, room, NULL));
        room += (size_t)row * other->array->element;
    } while (gai_next_position(ndim - 1, lo + 1, hi + 1, from + 1));
    return ASHLAR_OK;
}

/* ---- walking --------------------------------------------------------------------------------- */

/* n elements from an index on; `done` of the piece precede them. */
static void set_run(const walk_t *walk, const int64_t *from, size_t n, size_t done, gai_run_t *run)
{
    const gai_array_t *home = walk->operands[0].array;
    int64_t offset = gai_block_offset(&walk->block, home->dist.ndim, from);
    run->n = n;
    for (int k = 0; k < GAI_OPERANDS; ++k)
        run->at[k] = walk->fetched[k]
                         ? walk->fetched[k] + done * home->element
                         : walk->base[k < walk->n ? k : 0] + (size_t)offset * home->element;
    run->number = walk->is_numbered ? number_of_element(walk, from) : 0;
}

/* The columns of a piece from an index on, in dimension 1. */
static void walk_columns(const walk_t *walk, const int64_t *from, const int64_t *hi, size_t done)
{
    size_t element = walk->operands[0].array->element, row = (size_t)(hi[0] - from[0] + 1);
    size_t step[GAI_OPERANDS];
    gai_run_t run;
    set_run(walk, from, row, done, &run);
    for (int k = 0; k < GAI_OPERANDS; ++k)
        step[k] = (walk->fetched[k] ? row : (size_t)walk->block.ld[0]) * element;
    for (int64_t j = from[1]; j <= hi[1]; ++j) {
        walk->work(walk->context, &run);
        for (int k = 0; k < GAI_OPERANDS; ++k)
            run.at[k] += step[k];
        run.number += walk->stride[1];
    }
}

static int walk_piece(void *context, const int64_t *lo, const int64_t *hi)
{
    const walk_t *walk = context;
    int ndim = walk->operands[0].array->dist.ndim;
    for (int k = 1; k < walk->n; ++k)
        if (walk->fetched[k])
            AL_TRY(read_matching(walk, k, lo, hi));
    if (is_consecutive(ndim, lo, hi, walk->block.ld) &&
        (!walk->is_numbered || is_numbered_in_order(walk, lo, hi))) {
        gai_run_t run;
        set_run(walk, lo, (size_t)gai_elements(ndim, lo, hi), 0, &run);
        walk->work(walk->context, &run);
        return ASHLAR_OK;
    }
    int64_t from[ASHLAR_MAX_DIM]; /* one dimension is consecutive */
    size_t done = 0;
    for (int d = 0; d < ndim; ++d)
        from[d] = lo[d];
    do {
        walk_columns(walk, from, hi, done);
        done += (size_t)gai_elements(2, lo, hi);
    } while (gai_next_position(ndim - 2, lo + 2, hi + 2, from + 2));
    return ASHLAR_OK;
}

/* The part of my block that is in the patch of operand 0; 0: there is none. */
static int intersect_patch(const walk_t *walk, int64_t *lo, int64_t *hi)
{
    const gai_operand_t *home = &walk->operands[0];
    int is_common = 1;
    for (int d = 0; d < home->array->dist.ndim; ++d) {
        lo[d] = ali_max(walk->block.lo[d], home->lo[d]);
        hi[d] = ali_min(walk->block.hi[d], home->hi[d]);
        is_common &= lo[d] <= hi[d];
    }
    return is_common;
}

/* My thread's share of the part lo..hi of a block. A short part is left whole to one thread. */
static int walk_share(walk_t *walk, const int64_t *lo, const int64_t *hi)
{
    const int ndim = walk->operands[0].array->dist.ndim, threads = walk->threads;
    int64_t my_lo[ASHLAR_MAX_DIM], my_hi[ASHLAR_MAX_DIM];
    if (gai_elements(ndim, lo, hi) < WALK_SHARED)
        return walk->part_number++ % threads == walk->thread ? walk_piece(walk, lo, hi) : ASHLAR_OK;
    int last = ndim - 1; /* with an index for each thread, if there is one */
    while (last > 0 && hi[last] - lo[last] + 1 < threads)
        --last;
    for (int d = 0; d < ndim; ++d) {
        my_lo[d] = lo[d];
        my_hi[d] = hi[d];
    }
    const int64_t extent = hi[last] - lo[last] + 1;
    my_lo[last] = lo[last] + extent * walk->thread / threads;
    my_hi[last] = lo[last] + extent * (walk->thread + 1) / threads - 1;
    return my_lo[last] <= my_hi[last] ? walk_piece(walk, my_lo, my_hi) : ASHLAR_OK;
}

static int walk_blocks(walk_t *walk, int64_t most)
{
    const gai_array_t *home = walk->operands[0].array;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int64_t b = 0; b < gai_my_count(home); ++b) {
        gai_owned_block(&home->dist, home->rank, b, &walk->block);
        for (int k = 0; k < walk->n; ++k)
            if (!walk->fetched[k])
                walk->base[k] = walk->slice[k] + (size_t)walk->block.offset * home->element;
        if (intersect_patch(walk, lo, hi))
            AL_TRY(walk->threads > 1
                       ? walk_share(walk, lo, hi)
                       : gai_for_pieces(home->dist.ndim, lo, hi, most, walk_piece, walk));
    }
    return ASHLAR_OK;
}

/* Prepare what all threads share. */
static int begin_walk(const char *call, walk_t *walk)
{
    const gai_operand_t *home = &walk->operands[0];
    int64_t stride = 1;
    if (walk->n > GAI_OPERANDS)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: %d operands", call, walk->n);
    for (int d = 0; d < home->array->dist.ndim; ++d) {
        walk->stride[d] = stride;
        stride *= home->hi[d] - home->lo[d] + 1;
    }
    for (int k = 0; k < walk->n && gai_my_count(home->array); ++k) {
        const gai_array_t *array = walk->operands[k].array;
        void *slice = NULL;
        if (gai_is_colocated(home, &walk->operands[k]))
            AL_TRY(al_segment_address(array->segment, array->rank, &slice));
        walk->slice[k] = slice;
    }
    return ASHLAR_OK;
}

static int walk_alone(const char *call, walk_t *walk)
{
    const gai_operand_t *home = &walk->operands[0];
    int64_t most = INT64_MAX;
    AL_TRY(begin_walk(call, walk));
    int status = ASHLAR_OK;
    if (home->n == 0 || !gai_my_count(home->array))
        return ASHLAR_OK;
    for (int k = 1; k < walk->n && status == ASHLAR_OK; ++k) {
        if (walk->slice[k])
            continue;
        most = ali_max(1, ali_min(WALK_PIECE, WALK_PIECE_BYTES / (int64_t)home->array->element));
        walk->fetched[k] = malloc((size_t)most * home->array->element);
        if (!walk->fetched[k])
            status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call,
                             walk->operands[k].array->name);
    }
    if (status == ASHLAR_OK)
        status = walk_blocks(walk, most);
    for (int k = 1; k < GAI_OPERANDS; ++k)
        free(walk->fetched[k]);
    return status;
}

int gai_walk(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
             void *context)
{
    walk_t walk = {.operands = operands, .n = n, .work = work, .context = context};
    return walk_alone(call, &walk);
}

int gai_walk_numbered(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                      void *context)
{
    walk_t walk = {
        .operands = operands, .n = n, .is_numbered = 1, .work = work, .context = context};
    return walk_alone(call, &walk);
}

int gai_walk_threads(const gai_operand_t *operands, int n)
{
    const int64_t most = gai_threads_most();
    if (AL_LIKELY(most == 1) || !gai_walk_is_local(operands, n) ||
        operands[0].n / al_group_size(operands[0].array->group) < WALK_SHARED)
        return 1;
    return (int)most;
}

#ifdef _OPENMP
int gai_threads_most(void)
{
    return (int)ali_min(ali_context.env.threads, GAI_THREADS);
}

int gai_walk_shared(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                    void *contexts, size_t bytes, int threads)
{
    walk_t walk = {.operands = operands, .n = n, .work = work, .context = contexts};
    if (threads == 1)
        return walk_alone(call, &walk);
    AL_TRY(begin_walk(call, &walk));
#pragma omp parallel num_threads(threads) firstprivate(walk)
    {
        walk.thread = omp_get_thread_num();
        walk.threads = omp_get_num_threads();
        walk.context = (char *)contexts + (size_t)walk.thread * bytes;
        (void)walk_blocks(&walk, 0); /* nothing is fetched, so nothing fails */
    }
    return ASHLAR_OK;
}
#else
int gai_threads_most(void)
{
    return 1;
}

int gai_walk_shared(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                    void *contexts, size_t bytes, int threads)
{
    (void)bytes, (void)threads;
    return gai_walk(call, operands, n, work, contexts);
}
#endif

bool gai_walk_is_local(const gai_operand_t *operands, int n)
{
    for (int k = 1; k < n; ++k)
        if (!gai_is_colocated(&operands[0], &operands[k]))
            return false;
    return true;
}
