#include "ga/src/ops/ga_walk.h"

#include <stdlib.h>

#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_transfer.h"

/* Elements fetched at a time from an operand that is not in step. */
enum { WALK_PIECE = 1 << 15 };

typedef struct walk {
    const gai_operand_t *operands;
    int n, is_numbered;
    char *fetched[GAI_OPERANDS]; /* room for a piece of an operand; NULL: it is in step */
    gai_work_t *work;
    void *context;
    int64_t stride[ASHLAR_MAX_DIM]; /* of the numbers of operand 0's elements */
    gai_block_t block;              /* of operand 0, and of those in step with it */
    char *base[GAI_OPERANDS];
} walk_t;

/* ---- fetching -------------------------------------------------------------------------------- */

/* Is a piece consecutive among elements whose leading dimensions are ld? */
static int is_consecutive(int ndim, const int64_t *lo, const int64_t *hi, const int64_t *ld)
{
    int last = ndim - 1;
    while (last > 0 && hi[last] == lo[last])
        --last;
    for (int d = 0; d < last; ++d)
        if (ld[d] != hi[d] - lo[d] + 1)
            return 0;
    return 1;
}

/* Fetch n elements of an operand from a number on: in boxes as large as they come. */
static int read_numbers(const gai_operand_t *operand, int64_t number, int64_t n, char *to)
{
    const gai_array_t *array = operand->array;
    while (n > 0) {
        int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], left = number, whole = 1;
        int cut = -1; /* dimensions below are whole, those above have one index */
        for (int d = 0; d < array->dist.ndim; ++d) {
            int64_t extent = operand->hi[d] - operand->lo[d] + 1;
            lo[d] = hi[d] = operand->lo[d] + left % extent;
            if (cut < 0 &&
                (lo[d] != operand->lo[d] || n < whole * extent || d == array->dist.ndim - 1)) {
                cut = d;
                hi[d] = ali_min(lo[d] + n / whole - 1, operand->hi[d]);
            } else if (cut < 0) {
                hi[d] = operand->hi[d];
                whole *= extent;
            }
            left /= extent;
        }
        int64_t count = gai_elements(array->dist.ndim, lo, hi);
        AL_TRY(gai_read(array, lo, hi, to, NULL));
        to += (size_t)count * array->element;
        number += count;
        n -= count;
    }
    return ASHLAR_OK;
}

static int64_t run_number(const walk_t *walk, const int64_t *index)
{
    const gai_operand_t *home = &walk->operands[0];
    int64_t number = 0;
    for (int d = 0; d < home->array->dist.ndim; ++d)
        number += (index[d] - home->lo[d]) * walk->stride[d];
    return number;
}

static int is_numbered_in_order(const walk_t *walk, const int64_t *lo, const int64_t *hi)
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
        return read_numbers(other, run_number(walk, lo), gai_elements(ndim, lo, hi), room);
    int64_t row = hi[0] - lo[0] + 1;
    for (int d = 0; d < ndim; ++d)
        from[d] = lo[d];
    do {
        AL_TRY(read_numbers(other, run_number(walk, from), row, room));
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
    run->number = walk->is_numbered ? run_number(walk, from) : 0;
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
static int intersect(const walk_t *walk, int64_t *lo, int64_t *hi)
{
    const gai_operand_t *home = &walk->operands[0];
    int some = 1;
    for (int d = 0; d < home->array->dist.ndim; ++d) {
        lo[d] = ali_max(walk->block.lo[d], home->lo[d]);
        hi[d] = ali_min(walk->block.hi[d], home->hi[d]);
        some &= lo[d] <= hi[d];
    }
    return some;
}

static int walk_blocks(walk_t *walk, int64_t most)
{
    const gai_array_t *home = walk->operands[0].array;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int64_t b = 0; b < gai_my_count(home); ++b) {
        for (int k = 0; k < walk->n; ++k)
            if (!walk->fetched[k] &&
                !(walk->base[k] = gai_my_block(walk->operands[k].array, b, &walk->block)))
                return ASHLAR_EMPI;
        if (intersect(walk, lo, hi))
            AL_TRY(gai_for_pieces(home->dist.ndim, lo, hi, most, walk_piece, walk));
    }
    return ASHLAR_OK;
}

static int walk_operands(const char *call, walk_t *walk)
{
    const gai_operand_t *home = &walk->operands[0];
    int64_t most = INT64_MAX, stride = 1;
    int status = walk->n <= GAI_OPERANDS
                     ? ASHLAR_OK
                     : AL_FAIL(ASHLAR_EINTERNAL, "%s: %d operands", call, walk->n);
    if (home->n == 0)
        return status;
    for (int d = 0; d < home->array->dist.ndim; ++d) {
        walk->stride[d] = stride;
        stride *= home->hi[d] - home->lo[d] + 1;
    }
    for (int k = 1; k < walk->n && status == ASHLAR_OK && gai_my_count(home->array); ++k) {
        const gai_operand_t *other = &walk->operands[k];
        if (gai_is_in_step(home, other))
            continue;
        most = WALK_PIECE;
        walk->fetched[k] = malloc(WALK_PIECE * home->array->element);
        if (!walk->fetched[k])
            status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call,
                             other->array->name);
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
    return walk_operands(call, &walk);
}

int gai_walk_numbered(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                      void *context)
{
    walk_t walk = {
        .operands = operands, .n = n, .is_numbered = 1, .work = work, .context = context};
    return walk_operands(call, &walk);
}

int gai_walk_is_local(const gai_operand_t *operands, int n)
{
    for (int k = 1; k < n; ++k)
        if (!gai_is_in_step(&operands[0], &operands[k]))
            return 0;
    return 1;
}
