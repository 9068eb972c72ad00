/* ghosts: updates of ghost cells, beside the same strided copies, planned beforehand and written as
 * loops, between two barriers. The ranks must share memory. */
#include <stdlib.h>
#include <string.h>

#include "bench/rows/ghosts.h"
#include "bench/rows/lib_ga.h"

static ga_t lib_create(int ndim, const int64_t *dims, const int64_t *width)
{
    const double one = 1;
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = ndim, .name = "bench"};
    ga_t g;
    memcpy(spec.dims, dims, (size_t)ndim * sizeof *dims);
    memcpy(spec.ghosts, width, (size_t)ndim * sizeof *width);
    check(ga_create_spec(&spec, &g));
    check(ga_fill(g, &one));
    return g;
}

static void lib_update(ga_t g, int corners)
{
    check(ga_ghosts_update(g, corners));
}

static void lib_block(ga_t g, int ndim, block_t *block)
{
    ga_block_t mine;
    int64_t stride = 1;
    check(ga_block_first(g, &mine));
    block->data = mine.data;
    for (int d = 0; d < ndim; stride *= mine.ld[d++]) {
        block->lo[d] = mine.lo[d];
        block->hi[d] = mine.hi[d];
        block->stride[d] = stride;
    }
}

#include "bench/rows/ghosts.inc"

typedef struct copy {
    const double *from;
    double *to;
    int64_t count[3], from_ld[2], to_ld[2];
} copy_t;

enum { MOST_COPIES = 256, MOST_PIECES = 64 };

/* The copies that update an array. */
typedef struct plan {
    const shape_t *shape;
    ga_t g;
    int copies;
    copy_t copy[MOST_COPIES];
} plan_t;

static plan_t plans[SHAPES];

/* ---- the copies ------------------------------------------------------------------------------ */

/* The part of a region that lies in the array once it is moved by `turn` extents. */
static int wrap(const plan_t *plan, const int64_t *lo, const int64_t *hi, const int *turn,
                int64_t *part_lo, int64_t *part_hi)
{
    for (int d = 0; d < plan->shape->ndim; ++d) {
        int64_t dim = plan->shape->dims[d], from = lo[d] - turn[d] * dim,
                to = hi[d] - turn[d] * dim;
        part_lo[d] = from > 0 ? from : 0;
        part_hi[d] = to < dim ? to : dim - 1;
        if (part_lo[d] > part_hi[d])
            return 0;
    }
    return 1;
}

static void plan_piece(plan_t *plan, const ga_block_t *mine, const ga_piece_t *piece,
                       const int *turn)
{
    ga_block_t theirs;
    int64_t from = 0, to = 0, from_stride = 1, to_stride = 1;
    copy_t *copy = &plan->copy[plan->copies++];
    if (plan->copies > MOST_COPIES)
        bench_fail("too many copies");
    check(ga_block_by_element(plan->g, piece->lo, &theirs));
    if (!theirs.data)
        bench_fail("the ranks must share memory");
    *copy = (copy_t){.count = {1, 1, 1}};
    for (int d = 0; d < plan->shape->ndim; ++d) {
        from += (piece->lo[d] - theirs.lo[d]) * from_stride;
        to += (piece->lo[d] + turn[d] * plan->shape->dims[d] - mine->lo[d]) * to_stride;
        from_stride *= theirs.ld[d];
        to_stride *= mine->ld[d];
        copy->count[d] = piece->hi[d] - piece->lo[d] + 1;
        if (d < 2) {
            copy->from_ld[d] = from_stride;
            copy->to_ld[d] = to_stride;
        }
    }
    copy->from = (double *)theirs.data + from;
    copy->to = (double *)mine->data + to;
}

static void plan_region(plan_t *plan, const ga_block_t *mine, const int64_t *lo, const int64_t *hi)
{
    for (int n = 0; n < 27; ++n) {
        const int turn[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        int64_t part_lo[3], part_hi[3], count = 0;
        ga_piece_t pieces[MOST_PIECES];
        if ((plan->shape->ndim < 3 && turn[2]) || !wrap(plan, lo, hi, turn, part_lo, part_hi))
            continue;
        check(ga_locate_region_nd(plan->g, part_lo, part_hi, MOST_PIECES, pieces, &count));
        for (int64_t k = 0; k < count && k < MOST_PIECES; ++k)
            plan_piece(plan, mine, &pieces[k], turn);
    }
}

static void prepare(plan_t *plan, int s)
{
    ga_block_t mine;
    plan->shape = &shapes[s];
    plan->g = lib.array[s];
    check(ga_block_first(plan->g, &mine));
    if (!mine.data)
        return;
    for (int d = 0; d < plan->shape->ndim; ++d)
        for (int side = -1; side <= 1; side += 2) {
            int64_t lo[3], hi[3], width = plan->shape->width[d];
            memcpy(lo, mine.lo, sizeof lo);
            memcpy(hi, mine.hi, sizeof hi);
            lo[d] = side < 0 ? mine.lo[d] - width : mine.hi[d] + 1;
            hi[d] = lo[d] + width - 1;
            plan_region(plan, &mine, lo, hi);
        }
}

static void carry_out(const copy_t *c)
{
    for (int64_t k = 0; k < c->count[2]; ++k) {
        const double *from = c->from + k * c->from_ld[1];
        double *to = c->to + k * c->to_ld[1];
        for (int64_t j = 0; j < c->count[1]; ++j, from += c->from_ld[0], to += c->to_ld[0]) {
            if (c->count[0] > 8)
                memcpy(to, from, (size_t)c->count[0] * sizeof *to);
            else
                for (int64_t i = 0; i < c->count[0]; ++i)
                    to[i] = from[i];
        }
    }
}

static void time_copies(const plan_t *plan, bench_sample_t *sample)
{
    bench_barrier();
    double start = bench_now();
    for (int n = 0; n < plan->shape->times; ++n) {
        lib_sync();
        for (int k = 0; k < plan->copies; ++k)
            carry_out(&plan->copy[k]);
        lib_sync();
    }
    sample->us = (bench_now() - start) / plan->shape->times * 1e6;
}

static void copy_flat(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_copies(&plans[FLAT], sample);
}

static void copy_cube(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_copies(&plans[CUBE], sample);
}

static const bench_row_t limits[] = {
    {"ghosts-2d", BENCH_TRANSFER, 0, copy_flat},
    {"ghosts-3d", BENCH_TRANSFER, 0, copy_cube},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    bench_start(MPI_COMM_WORLD, argc, argv);
    lib_rows_start();
    for (int s = 0; s < SHAPES; ++s)
        prepare(&plans[s], s);
    const bench_subject_t subjects[] = {
        {.name = "limit", .rows = limits, .row_count = 2},
        {.name = LIB_NAME, .rows = lib_rows, .row_count = LIB_ROW_COUNT}};
    bench_run_rows(subjects, 2);
    lib_rows_stop();
    bench_stop();
    check(ga_terminate());
    MPI_Finalize();
    return 0;
}
